"""A player that asks a language model for each move, with retries and within a budget."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

from engine.closing_question import ClosingQuestion
from engine.errors import PlayerError
from engine.llm.answer import Answer
from engine.llm.answer_errors import AnswerHoldsKey
from engine.llm.budget import Budget
from engine.llm.call_estimate import complete_usage, estimate_call
from engine.llm.calls_file import MAX_REPLY_CHARS, Call, append_call, redact_call
from engine.llm.client import prepare_client, send_request
from engine.llm.correction import write_correction
from engine.llm.error_builder import build_pause_error, build_wait_error
from engine.llm.errors import CallFailed, RequestRefused
from engine.llm.invented_turns import cut_to_turn
from engine.llm.memory import Exchange, join_exchange, read_exchanges
from engine.llm.model import Model
from engine.llm.picture_digest import digest_pictures
from engine.llm.progress import Progress
from engine.llm.reasoning import extract_reasoning
from engine.llm.reply import Reply
from engine.llm.request import Request, build_request, refresh_settings
from engine.llm.retry import SHORT_PAUSE, Retry
from engine.llm.secrets import holds_secret, move_holds_secret
from engine.llm.server_limits import find_server_limits, learn_from_refusal
from engine.llm.server_pace import Pace, find_pace
from engine.llm.verdict import Verdict, judge_reply
from engine.move_json import encode_move
from engine.play import do_nothing
from engine.player import Table, count_no_moves
from engine.prompt import Prompt
from engine.usage import Usage

LONGEST_SILENCE = 0.7
"""Everybody is told of a server that is waited for longer than this many seconds."""
MAX_QUOTE_CHARS = 2_000
"""Characters of its last answer that a model is shown again."""


class ModelPlayer[View, Move]:
    """A player that asks a chat model for each move."""

    def __init__(
        self,
        model: Model,
        game: Table[View, Move],
        build_prompt: Callable[[View], Prompt],
        seat_name: str,
        calls_file: Path | None,
        on_learned: Callable[[str], None] = do_nothing,
        budget: Budget | None = None,
        count_moves: Callable[[], int] = count_no_moves,
        *,
        remembers: bool = False,
    ) -> None:
        """Create the player without sending a request; the client is imported meanwhile.

        Args:
            model: The model to ask.
            game: The rules.
            build_prompt: Builds the prompt for a view.
            seat_name: The name of the seat.
            calls_file: The file that every call is appended to; `None` logs none.
            on_learned: Called with a message for everybody when a server refuses a setting, or is
                waited for.
            budget: The budget that all models of the run share; `None` for no limit.
            count_moves: Counts the moves that the seat has made.
            remembers: Whether it is shown its earlier questions and answers of the game.

        Raises:
            SetupError: If the budget is money and the model has no price.
        """
        if budget is not None:
            budget.check_model(model)
        self.model = model
        self.game = game
        self.remembers = remembers
        self.build_prompt = self._recall(build_prompt) if remembers else build_prompt
        self._remembered = read_exchanges(calls_file, seat_name, count_moves()) if remembers else []
        """What it was asked and answered for earlier moves."""
        self._exchanged: list[Exchange] = []
        """What it was asked and answered for the current move, if it remembers."""
        self.seat_name = seat_name
        self.calls_file = calls_file
        self.on_learned = on_learned
        self.budget = budget
        self.count_moves = count_moves
        self.usage = Usage()
        """The usage so far."""
        self.answers: list[Answer[Move]] = []
        """The answers for the current move, none of them played yet."""
        self.asking: list[Progress] = []
        """How far the answers are that it waits for."""
        self.after_move: Callable[[View, Move], Awaitable[None]] | None = None
        """Awaited after each legal move, before it is played; its answers are no part of the
        game."""
        self.closing: Callable[[ClosingQuestion], Awaitable[None]] | None = None
        """Awaited with the closing question once the match is over; `None` if it is not asked."""
        self._longest_answer = 0
        """The length of the longest answer in tokens."""
        prepare_client()

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Ask the model once; after a complaint, show it its last answer and the reason.

        Args:
            view: The view of the seat.
            complaint: Why the last answer was refused; `None` for a new move.

        Raises:
            Unreadable: If there is no move in the reply.
            PlayerError: If there is no reply, or the call cannot be logged.
        """
        if complaint is None:
            self._remembered += self._exchanged
            self._exchanged, self.answers = [], []
        previous = self.answers[-1] if self.answers else None
        answer = await self.ask(
            view, self.build_prompt(view), previous, complaint=complaint, chat=self._exchanged
        )
        self.answers.append(answer)
        if self.remembers and answer.call is not None and answer.call.reply:
            self._exchanged.append(join_exchange(answer.call.messages[-1], answer.call.reply))
        if answer.verdict.error is not None:
            raise answer.verdict.error
        move: Move | None = answer.verdict.move
        assert move is not None
        if self.after_move is not None and answer.verdict.legal:
            await self.after_move(view, move)
        return move

    def _recall(self, build_prompt: Callable[[View], Prompt]) -> Callable[[View], Prompt]:
        """Put the exchanges of earlier moves before each question."""

        def build(view: View) -> Prompt:
            prompt = build_prompt(view)
            return replace(prompt, earlier=(*self._remembered, *prompt.earlier))

        return build

    async def ask(
        self,
        view: View,
        prompt: Prompt,
        previous: Answer[Move] | None = None,
        *,
        complaint: str | None = None,
        assisted: str = "",
        annotate: Callable[[Call, Verdict[Move]], None] = do_nothing,
        chat: Sequence[Exchange] = (),
    ) -> Answer[Move]:
        """Ask for one answer without playing it; may be called concurrently.

        Args:
            view: The view of the seat.
            prompt: The prompt for the view, possibly edited by the operator.
            previous: The last answer to this prompt, which was refused.
            complaint: Why it was refused; by default the complaint of its verdict.
            assisted: The operator's part in this answer.
            annotate: Called with the call and its verdict before the call is logged.
            chat: What was asked and answered for this move, if all of that is shown again.

        Raises:
            PlayerError: If there is no reply, or the call cannot be logged.
        """
        correction = self._explain_mistake(previous, complaint)
        quote = previous.quote if previous else ""
        shown = (prompt, self.game.moves(view), correction, quote)
        if chat and correction:  # the correction is the next message of the chat
            continued = replace(prompt, earlier=(*prompt.earlier, *chat), user=correction)
            shown = (continued, self.game.moves(view), "", "")
        request = build_request(self.model, *shown)
        attempt = previous.call.attempt + 1 if previous and previous.call else 1
        self.asking.append(request.progress)
        try:
            call, reply = await self._send(request, attempt, assisted)
        finally:
            self.asking.remove(request.progress)
        told = replace(prompt, system=f"{prompt.system}\n\n{correction}") if correction else prompt
        verdict = judge_reply(self.game, view, reply, told)
        if self._holds_key(verdict, reply):
            verdict = Verdict(error=AnswerHoldsKey())
        call.verdict = str(verdict)
        annotate(call, verdict)
        self._log(call)
        quote = cut_to_turn(reply.content[:MAX_REPLY_CHARS], self.game.seats)[-MAX_QUOTE_CHARS:]
        return Answer(verdict, call.reply or "", call, quote, call.seconds, assisted)

    def _holds_key(self, verdict: Verdict[Move], reply: Reply) -> bool:
        """Whether the move, or the error of an answer without one, would show a key."""
        secrets = self.model.server.known_secrets
        if verdict.move is None:
            return holds_secret(reply.content, secrets)
        return bool(secrets) and move_holds_secret(encode_move(verdict.move), secrets)

    def _explain_mistake(self, previous: Answer[Move] | None, complaint: str | None) -> str:
        """Write the correction of the model's last answer; empty if there was none."""
        if complaint is None and previous is not None:
            complaint = previous.verdict.complaint
        if complaint is None:
            return ""
        return write_correction(previous.verdict.error if previous else None, complaint)

    async def _send(self, request: Request, attempt: int, assisted: str) -> tuple[Call, Reply]:
        """Send a request, with retries after temporary failures.

        Raises:
            PlayerError: If there is no reply, or a failed call cannot be logged.
        """
        server = self.model.server
        pace = find_pace(server)
        retry = Retry(pace.limit_patience(server.patience))
        while True:
            try:
                async with pace.take_place():
                    return await self._send_once(request, attempt, retry.failures, assisted)
            except CallFailed as error:
                failure = error
            pause = self._compute_pause(retry, failure, request, pace)
            if not await self._wait(pause, failure, pace, request.progress):
                raise failure
            request = refresh_settings(request)

    def _compute_pause(
        self, retry: Retry, failure: CallFailed, request: Request, pace: Pace
    ) -> float:
        """Compute the seconds to wait before a request is sent again.

        Raises:
            CallFailed: If it is not sent again.
        """
        pause = retry.compute_pause(
            failure,
            changed=refresh_settings(request) is not request,
            seed=f"{self.seat_name}/{self.usage.calls}",
        )
        if pause is not None and pause > retry.longest:
            raise build_pause_error(self.model.server, pause)
        if pause is not None:
            return pause
        if retry.waited_since is None:
            raise failure
        pace.note_vain_wait()
        waited = monotonic() - retry.waited_since
        raise build_wait_error(failure, waited) if waited > SHORT_PAUSE else failure

    async def _wait(
        self, pause: float, failure: CallFailed, pace: Pace, progress: Progress
    ) -> bool:
        """Wait before a request is sent again; return whether to send it.

        Everybody is told the first time that a server is waited for.
        """
        server = self.model.server
        why = f"{server.host} {failure.wait_reason}".strip()
        if failure.wait_reason and pause > LONGEST_SILENCE and not pace.told:
            pace.told = True
            self.on_learned(f"{why}. It is asked again, for up to {server.patience:g} seconds.")
        return await progress.wait(pause, why)

    async def _send_once(
        self, request: Request, attempt: int, repeat: int, assisted: str
    ) -> tuple[Call, Reply]:
        """Send a request within the budget, and log the call if it fails."""
        call = Call(
            self.seat_name,
            self.model.name,
            self.model.server.host,
            attempt,
            repeat,
            digest_pictures(request.messages),
            request.settings,
            assisted=assisted,
            move=self.count_moves() + 1,
            prompt_hash=request.prompt_hash,
        )
        estimate = estimate_call(self.model, request.messages, self._longest_answer)
        reserved = self.budget.reserve(estimate) if self.budget else 0.0
        usage = estimate  # until the actual usage is known
        started = monotonic()
        try:
            reply = await send_request(request)
            usage = self._note_reply(call, reply, estimate)
        except asyncio.CancelledError:
            call.verdict = "failed: nobody waited for the answer"
            with suppress(PlayerError):  # the cancellation takes precedence
                self._log(call, started)
            raise
        except CallFailed as error:
            if not error.usage_unknown:
                usage = Usage(1)
            call.failure = error.kind
            call.verdict = " ".join(("failed:", str(error), error.private)).strip()
            if isinstance(error, RequestRefused):
                call.learned = self._learn(request, error)
            self._log(call, started)
            raise
        finally:
            self.usage += usage
            if self.budget:
                self.budget.settle(reserved, usage)
        call.seconds = round(monotonic() - started, 3)
        return call, reply

    def _learn(self, request: Request, error: RequestRefused) -> str | None:
        """Learn from a refusal, unless another seat did so during this request."""
        if refresh_settings(request) is not request:
            return None
        sentence = learn_from_refusal(self.model, error.server_text, request.settings)
        if sentence is not None:
            self.on_learned(sentence)
        return sentence

    def _note_reply(self, call: Call, reply: Reply, estimate: Usage) -> Usage:
        """Store a reply in its call; return the usage of the call.

        Usage that the server does not report is estimated, but at least the length of the reply.
        """
        reasoning = reply.reasoning or extract_reasoning(reply.content[:MAX_REPLY_CHARS])
        call.reply = (reply.content or reply.refusal or "")[:MAX_REPLY_CHARS]
        call.reasoning = (reasoning or "")[:MAX_REPLY_CHARS] or None
        call.finish = reply.finish
        call.tokens_in, call.tokens_out = reply.tokens_in, reply.tokens_out
        call.tokens_cached, call.tokens_reasoning = reply.tokens_cached, reply.tokens_reasoning
        call.response_id, call.served_model = reply.response_id, reply.served_model
        call.fingerprint = reply.fingerprint
        limits = find_server_limits(self.model)
        if reply.finish == "bound" and not limits.cut:
            limits.cut = True
            self.on_learned(
                f"A far too long answer of {self.model.name} was cut. If it has to think so long, "
                f"set max_tokens or reasoning_effort."
            )
        usage = complete_usage(self.model, reply, estimate)
        call.cost = reply.cost if usage.estimated else usage.cost
        self._longest_answer = max(self._longest_answer, usage.tokens_out)
        return usage

    def _log(self, call: Call, started: float | None = None) -> None:
        if started is not None:
            call.seconds = round(monotonic() - started, 3)
        redact_call(call, self.model.server.known_secrets)
        if self.calls_file is not None:
            append_call(self.calls_file, call)
