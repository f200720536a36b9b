"""The CoMet agent for Undercover: which questions it asks a model for a move, in which order.

It asks about features and metaphors in new statements, then about the other players and its own
role, then for a plan, and last for a statement or a vote. Independent questions are asked
concurrently. `list_undercover_questions` lists the most questions that a move may need.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.comet.agent import BaseAgent
from engine.comet.belief_inquiry import Inquiry, ask_for_stated_beliefs, find_new_statements
from engine.comet.belief_mapper import ask_for_sides, enter_sides
from engine.comet.beliefs import Beliefs, add_statements
from engine.comet.closing import ClosingInquiry
from engine.comet.feature_extractor import ask_for_features, enter_features
from engine.comet.metaphor_generator import (
    ChosenFeature,
    WrittenMetaphor,
    ask_for_feature,
    ask_for_metaphor,
    enter_metaphor,
)
from engine.comet.metaphor_reasoner import ask_for_meaning, enter_meaning
from engine.comet.metaphor_screening import ask_for_metaphors, enter_metaphors
from engine.comet.module import Frame, ModuleQuestion
from engine.comet.module_client import ModuleClient, ask_together
from engine.comet.pool import Pool
from engine.comet.question_frame import create_frame
from engine.comet.retrieval import choose_examples, choose_experiences
from engine.comet.self_monitor import ask_for_own_role, enter_own_role
from engine.comet.speaker import SpokenLine, ask_for_description
from engine.comet.strategy_planner import ask_for_plan, enter_plan
from engine.comet.voter import CastVote, ask_for_vote
from engine.games.undercover.moves import Accuse, Describe, Move
from engine.games.undercover.seat_settings import UndercoverCometSettings
from engine.games.undercover.view import Stage, View
from engine.llm.reply import MAX_FIELD_CHARS
from engine.player import Table, count_no_moves
from engine.possible_prompt import Chance
from engine.seat import Seat
from engine.text import clean

type Apply = Callable[[Beliefs, Any], Beliefs]
"""Enters a reply into beliefs."""
type PossibleQuestion = tuple[ModuleQuestion, Chance]
"""A question, and whether it is asked in any case."""
type Step = tuple[ModuleQuestion, Apply]
"""A question, and what is done with its reply."""

METAPHORS_EVERY = 3
"""The assumed number of statements to one metaphor for estimates, about that of the mock model
server."""


class UndercoverAgent(BaseAgent[View, Move, Beliefs]):
    """A player of Undercover that reasons in modules; it does not know its role."""

    def __init__(
        self,
        client: ModuleClient,
        game: Table[View, Move],
        seat: Seat,
        seed: str,
        settings: UndercoverCometSettings,
        pool: Pool | None = None,
        calls_file: Path | None = None,
        count_moves: Callable[[], int] = count_no_moves,
    ) -> None:
        """Create the agent, see `BaseAgent`.

        Args:
            client: Asks the model.
            game: The rules.
            seat: The seat.
            seed: The seed of the match, for choosing experiences.
            settings: The settings of the seat.
            pool: The experiences at the start of the game; `None` for none.
            calls_file: The file with the beliefs of an earlier session.
            count_moves: Counts the moves that the seat has made.
        """
        super().__init__(client, game, seat, Beliefs(), calls_file, count_moves)
        self.seed = seed
        self.settings = settings
        self.pool = pool
        self._question: ModuleQuestion | None = None
        """The last question; `None` before the modules have run."""
        self._chosen: tuple[ChosenFeature, tuple[str, ...]] | None = None
        asked = settings.beliefs and not settings.fe
        self.closing = ClosingInquiry(client).ask if asked else None
        """Asks the closing question, if no module of its own extracts features."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Run the modules, and speak or vote; after a complaint, ask only the last step again.

        Raises:
            Unreadable: If there is no move in the last reply.
            PlayerError: If there is no reply, or a call cannot be logged.
        """
        if complaint is None or self._question is None:
            self.restore_beliefs()
            self._question = self._chosen = None
            frame = create_frame(view)
            await self._update_beliefs(view, frame)
            self._question = await self._prepare_move(view, frame)
        move = await self.ask_for_move(view, self._question, complaint)
        if self.settings.beliefs and self.answers[-1].verdict.legal:
            await Inquiry(self.client).ask(view, move)
        return move

    async def _update_beliefs(self, view: View, frame: Frame) -> None:
        """Read new statements, then judge them; each step uses the results of the one before."""
        known = len(self.beliefs.heard)
        self.beliefs = beliefs = add_statements(view, self.beliefs)
        new = tuple(range(known, len(beliefs.heard)))
        settings = self.settings
        if new and settings.met:
            await self._run(plan_screening(view, frame, beliefs, new))
        metaphors = [index for index in new if self.beliefs.heard[index].metaphor]
        await self._run(
            *(plan_reasoning(view, frame, self.beliefs, index, settings) for index in metaphors)
        )
        if new and settings.fe:  # after the metaphors, as it is given their meaning
            await self._run(plan_extraction(view, frame, self.beliefs, new))
        if settings.bm and self.beliefs.heard:
            question = ask_for_sides(frame, view, self.beliefs)
            await self._run((question, lambda b, reply: enter_sides(view, b, reply)))
        if settings.sm:
            question = ask_for_own_role(frame, view, self.beliefs)
            await self._run((question, lambda b, reply: enter_own_role(view, b, reply)))

    async def _run(self, *steps: Step) -> None:
        """Ask independent questions concurrently; store the replies in their order."""
        replies = await ask_together(self.client.ask_for_reply(question) for question, _ in steps)
        for (question, apply), reply in zip(steps, replies, strict=True):
            if reply is None:
                self.beliefs = self.beliefs.count_loss(question.module.name)
            else:
                name, dropped = question.module.name, reply.dropped
                self.beliefs = apply(self.beliefs, reply).count_dropped(name, dropped)

    async def _prepare_move(self, view: View, frame: Frame) -> ModuleQuestion:
        """Plan, and choose the question whose reply is the move."""
        settings = self.settings
        if view.stage is Stage.VOTE:
            return ask_for_vote(frame, view, self.beliefs)
        if settings.sp:
            told = None if view.seat is None else view.roles[view.seat]
            question = ask_for_plan(frame, self.beliefs, metaphors=settings.met, told=told)
            await self._run((question, lambda b, reply: enter_plan(view, b, reply)))
        plan = self.beliefs.find_plan(view.number)
        metaphor = None
        if settings.met and (plan.strategy == "metaphor" if plan else not settings.sp):
            metaphor = await self._prepare_metaphor(view, frame, plan.advice if plan else "")
        return metaphor or ask_for_description(frame, view, self.beliefs)

    async def _prepare_metaphor(
        self, view: View, frame: Frame, advice: str
    ) -> ModuleQuestion | None:
        """Choose feature and method; `None` without a usable reply: then the speaker is asked."""
        rng = Random(f"{self.seed}/comet/{self.seat}/{view.number}")
        examples = choose_examples(self.pool, rng) if self.pool else []
        texts = [example.describe() for example in examples]
        question = ask_for_feature(frame, self.beliefs, texts)
        chosen: ChosenFeature | None = await self.client.ask_for_reply(question)
        if chosen is None:
            self.beliefs = self.beliefs.count_loss(question.module.name)
            return None
        shown = choose_experiences(self.pool, chosen.method, rng) if self.pool else []
        lines = [one.describe_use() for one in shown]
        self._chosen = chosen, tuple(one.id for one in shown)
        return ask_for_metaphor(frame, chosen, lines, advice)

    def read_move(self, view: View, reply: object) -> Move:  # noqa: ARG002
        """Read the move in the reply of the last step."""
        match reply:
            case SpokenLine(line=line) | WrittenMetaphor(line=line):
                return Describe(line=clean(line, MAX_FIELD_CHARS))
            case CastVote(seat=seat):
                return Accuse(seat=seat)
        raise TypeError(reply)

    def enter_reply(self, view: View, reply: object) -> Beliefs:
        """Update the beliefs with the metaphor, if the reply is one."""
        if self._chosen is None or not isinstance(reply, WrittenMetaphor):
            return self.beliefs
        chosen, shown = self._chosen
        return enter_metaphor(view, self.beliefs, chosen, reply, shown)


def plan_screening(view: View, frame: Frame, beliefs: Beliefs, new: Sequence[int]) -> Step:
    """Build the question which new statements are metaphors."""
    question = ask_for_metaphors(frame, beliefs, new)
    return question, lambda b, reply: enter_metaphors(view, b, new, reply)


def plan_extraction(view: View, frame: Frame, beliefs: Beliefs, new: Sequence[int]) -> Step:
    """Build the question about the features of new statements, whose metaphors are read."""
    question = ask_for_features(frame, beliefs, new)
    return question, lambda b, reply: enter_features(view, b, new, reply)


def plan_reasoning(
    view: View, frame: Frame, beliefs: Beliefs, index: int, settings: UndercoverCometSettings
) -> Step:
    """Build the question about one metaphor."""
    question = ask_for_meaning(frame, beliefs, index, settings.reasoning)
    return question, lambda b, reply: enter_meaning(view, b, index, reply, settings.verdict)


def list_undercover_questions(
    view: View, settings: UndercoverCometSettings
) -> list[PossibleQuestion]:
    """List the most questions for a move, if every first answer can be used.

    About one statement in `METAPHORS_EVERY` is usually a metaphor; without a plan all are.
    """
    asked = list(_list_questions_for_move(view, settings))
    if settings.beliefs:
        asked.append((ask_for_stated_beliefs(view, view.draw_move(Random(0))), "always"))
    return asked


def _list_questions_for_move(
    view: View, settings: UndercoverCometSettings
) -> Iterator[PossibleQuestion]:
    frame, beliefs = create_frame(view), add_statements(view, Beliefs())
    new = find_new_statements(view)
    if new and settings.fe:
        yield plan_extraction(view, frame, beliefs, new)[0], "always"
    if new and settings.met:
        yield plan_screening(view, frame, beliefs, new)[0], "always"
        for index in new:
            yield plan_reasoning(view, frame, beliefs, index, settings)[0], _take_every(index)
    if settings.bm and beliefs.heard:
        yield ask_for_sides(frame, view, beliefs), "always"
    if settings.sm:
        yield ask_for_own_role(frame, view, beliefs), "always"
    if view.stage is Stage.VOTE:
        yield ask_for_vote(frame, view, beliefs), "always"
        return
    if settings.sp:
        yield ask_for_plan(frame, beliefs, metaphors=settings.met), "always"
    if not settings.met:
        yield ask_for_description(frame, view, beliefs), "always"
        return
    chosen = ChosenFeature(feature="", method="structural", reason="")
    found = _take_every(len(beliefs.heard)) if settings.sp else "always"
    yield ask_for_feature(frame, beliefs, ()), found
    yield ask_for_metaphor(frame, chosen, (), ""), "always"


def _take_every(number: int) -> Chance:
    return "possibly" if number % METAPHORS_EVERY else "usually"
