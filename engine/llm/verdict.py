"""Read the move in a model's reply or another text, and judge it: legal, illegal or unreadable."""

from dataclasses import dataclass

from engine.errors import Unreadable
from engine.frozen_model import FrozenModel
from engine.llm.answer_errors import AnswerCopied
from engine.llm.calls_file import MAX_REPLY_CHARS
from engine.llm.echo import find_repeated, repeats_prompt
from engine.llm.invented_turns import cut_to_turn
from engine.llm.reply import Reply, parse_move, read_reply
from engine.llm.schema import NO_ALIASES
from engine.player import Table
from engine.prompt import Aliases, Prompt


@dataclass(frozen=True, slots=True)
class Verdict[Move]:
    """The move in a reply, if any, and whether it is legal."""

    move: Move | None = None
    """The move; `None` if none could be read."""
    error: Unreadable | None = None
    """Why no move could be read."""
    fault: str | None = None
    """Why the move is illegal, judged by its seat's view."""

    @property
    def legal(self) -> bool:
        """Whether there is a legal move."""
        return self.move is not None and self.fault is None

    @property
    def complaint(self) -> str | None:
        """The reason for the refusal, only for the seat; `None` if the move is legal."""
        return self.fault if self.error is None else self.error.private or str(self.error)

    def __str__(self) -> str:
        if self.legal:
            return "legal"
        return f"{'illegal' if self.error is None else 'unreadable'}: {self.complaint}"


def judge_reply[View, Move](
    game: Table[View, Move], view: View, reply: Reply, prompt: Prompt
) -> Verdict[Move]:
    """Read the move in a model's reply and judge it.

    Args:
        game: The rules.
        view: The view that the model was asked about.
        reply: The reply, not cleaned.
        prompt: The prompt that it answers; an answer that repeats it holds no move.
    """
    try:
        if repeats_prompt(cut_to_turn(reply.content[:MAX_REPLY_CHARS], game.seats), prompt):
            raise AnswerCopied
        move: Move = read_reply(game.moves(view), reply, prompt.aliases, game.seats)
        answer = reply.content[:MAX_REPLY_CHARS]
        if isinstance(move, FrozenModel) and (field := find_repeated(move, prompt, answer)):
            raise AnswerCopied(field)
    except Unreadable as error:
        return Verdict(error=error)
    return judge_move(game, view, move)


def judge_text[View, Move](
    game: Table[View, Move],
    view: View,
    text: str,
    aliases: Aliases = NO_ALIASES,
    *,
    whole: bool = True,
) -> Verdict[Move]:
    """Read the move in a text, such as a reply that the operator edited, and judge it.

    Args:
        game: The rules.
        view: The view that the text answers.
        text: A model's reply, or a move as JSON.
        aliases: Texts that may replace a field's value.
        whole: Whether the text is known to be complete, see `find_values`.
    """
    try:
        move: Move = parse_move(game.moves(view), text, aliases, whole=whole, names=game.seats)
    except Unreadable as error:
        return Verdict(error=error)
    return judge_move(game, view, move)


def judge_move[View, Move](game: Table[View, Move], view: View, move: Move) -> Verdict[Move]:
    """Check a move against the rules."""
    return Verdict(move, fault=game.fault(view, move))
