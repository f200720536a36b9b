"""A match of Decrypto as a page."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from engine.games.decrypto.moves import Code
from engine.games.decrypto.view import Round, View
from engine.games.html_parts import (
    Child,
    build_secret,
    build_section,
    build_standing,
    build_table,
    build_table_row,
    build_timeline,
    format_effort,
    tag,
)
from engine.journal.transcript import Transcript, TranscriptMove

COLUMNS = ("", "First", "Second", "Third", "Result")
MARKS = {"right": "✓ ", "wrong": "✗ "}


def build_page(transcript: Transcript) -> list[Element]:
    """Build the sections of the page."""
    view: View = transcript.view
    keywords = (_build_keyword(view, number) for number in (1, 2, 3, 4))
    return [
        build_standing(*_describe_standing(view), over=view.over),
        build_section("Keywords", tag("ol", *keywords, class_="keywords")),
        build_timeline("Rounds", _build_rounds(transcript)),
    ]


def _describe_standing(view: View) -> Iterator[Element]:
    if view.outcome:
        who = "Encoder and decoder win" if view.outcome.winner == "team" else "The interceptor wins"
        why = {
            "survived": f"all {view.outcome.round} rounds survived",
            "miscommunication": f"miscommunications, decided in round {view.outcome.round}",
            "interception": f"interceptions, decided in round {view.outcome.round}",
            "both": "both miscommunications and interceptions, decided in round "
            f"{view.outcome.round}",
        }[view.outcome.reason]
        yield tag("p", tag("strong", who), f": {why}.", class_="verdict")
    else:
        yield tag("p", f"Round {view.number} of {view.options.rounds} is being played.")
    yield tag(
        "dl",
        _build_token_count("Miscommunications", view.miscommunications, view.options.tokens),
        _build_token_count("Interceptions", view.interceptions, view.options.tokens),
        class_="tokens",
    )


def _build_token_count(name: str, count: int, limit: int) -> Element:
    marks = "●" * count + "○" * (limit - count)
    return tag(
        "div",
        tag("dt", name),
        tag("dd", tag("span", marks, aria_hidden="true"), f" {count} of {limit}"),
    )


def _build_keyword(view: View, number: int) -> Element:
    word = build_secret(view.keywords[number - 1] if view.keywords else None)
    heading = tag("h3", tag("span", f"{number} ", class_="digit"), word)
    if hints := view.list_hints(number):
        return tag("li", heading, tag("ul", *(tag("li", tag("bdi", hint)) for hint in hints)))
    return tag("li", heading, tag("p", "No hints yet.", class_="quiet"))


def _build_rounds(transcript: Transcript) -> Iterator[Element]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield tag(
            "li",
            tag("h3", f"Round {number}", *_build_badges(view, number, done)),
            build_table(
                COLUMNS,
                _build_round_rows(transcript, number, done),
                f"Round {number}: hints, code and guesses",
            ),
        )
    number = len(view.rounds) + 1
    sealed = transcript.find_move(transcript.seat, number) if transcript.seat else None
    if view.hints or view.code or sealed:
        rows = _build_unfinished_rows(view, sealed)
        yield tag("li", tag("h3", f"Round {number}, unfinished"), build_table(COLUMNS, rows))


def _build_badges(view: View, number: int, done: Round) -> Iterator[Child]:
    if done.miscommunication:
        yield tag("span", "miscommunication", class_="badge miss")
    if done.interception and (number > 1 or view.options.first_round_interception):
        yield tag("span", "interception", class_="badge hit")
    elif done.interception:
        yield tag("span", "interception, not counted", class_="badge")


def _build_round_rows(transcript: Transcript, number: int, done: Round) -> Iterator[Element]:
    effort = {
        seat: format_effort(transcript.find_move(seat, number))
        for seat in ("encoder", "decoder", "interceptor")
    }
    yield _build_row("Hint", _build_words(done.hints), "", effort["encoder"], class_="hints")
    yield _build_code_row(transcript.view, done.code)
    for seat, guess in (("decoder", done.decoder), ("interceptor", done.interceptor)):
        result = "right" if guess == done.code else "wrong"
        digits = map(str, guess)
        yield _build_row(
            seat.capitalize(), tuple(digits), result, effort[seat], class_=f"guess {result}"
        )


def _build_unfinished_rows(view: View, sealed: TranscriptMove | None) -> Iterator[Element]:
    if view.hints:
        yield _build_row("Hint", _build_words(view.hints), "")
    if view.code:
        yield _build_code_row(view, view.code)
    elif sealed:
        yield _build_row("Own guess", tuple(map(str, sealed.move.code)), "sealed")


def _build_words(words: Sequence[str]) -> list[Element]:
    return [tag("bdi", word) for word in words]


def _build_code_row(view: View, code: Code) -> Element:
    keywords = [view.keywords[digit - 1] if view.keywords else "" for digit in code]
    cells = [
        tag("span", tag("span", str(digit), class_="digit"), " ", tag("bdi", keyword))
        for digit, keyword in zip(code, keywords, strict=True)
    ]
    return _build_row("Code", cells, "", class_="code")


def _build_row(
    heading: str, cells: Sequence[Child], result: str, effort: str = "", **attributes: str
) -> Element:
    """Build a row with a cell for each place of the code, and one for the result."""
    mark = MARKS.get(result)
    last = tag(
        "td",
        tag("span", mark, aria_hidden="true") if mark else None,
        result,
        tag("small", f" {effort}" if result else effort) if effort else None,
    )
    row = build_table_row(heading, cells, **attributes)
    row.append(last)
    return row
