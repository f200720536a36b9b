"""A game of Decrypto as the body of a page: how it stands, the keywords, the rounds."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from engine.games.decrypto.view import Code, Round, View
from engine.html import Child, part
from engine.transcript import Transcript, TranscriptMove

ORDER = ("First", "Second", "Third")


def build_page(transcript: Transcript) -> list[Element]:
    """The sections of the page."""
    view: View = transcript.view
    return [
        part(
            "section",
            part("h2", "Result" if view.over else "How it stands"),
            *_build_standing(view),
            class_="standing",
        ),
        part("section", part("h2", "Keywords"), _build_keywords(view)),
        part(
            "section",
            part("h2", "Rounds"),
            part("ol", *_build_rounds(transcript, view), class_="timeline"),
        ),
    ]


def _build_standing(view: View) -> Iterator[Element]:
    if view.outcome:
        who = "Encoder and decoder win" if view.outcome.winner == "team" else "The interceptor wins"
        why = {
            "survived": f"all {view.outcome.round} rounds survived",
            "miscommunication": f"miscommunications, decided in round {view.outcome.round}",
            "interception": f"interceptions, decided in round {view.outcome.round}",
        }[view.outcome.reason]
        yield part("p", part("strong", who), f": {why}.", class_="verdict")
    else:
        yield part("p", f"Round {view.number} of {view.options.rounds} is being played.")
    yield part(
        "dl",
        _build_token_count("Miscommunications", view.miscommunications, view.options.tokens),
        _build_token_count("Interceptions", view.interceptions, view.options.tokens),
        class_="tokens",
    )


def _build_token_count(name: str, count: int, limit: int) -> Element:
    marks = "●" * count + "○" * (limit - count)
    return part(
        "div",
        part("dt", name),
        part("dd", part("span", marks, aria_hidden="true"), f" {count} of {limit}"),
    )


def _build_keywords(view: View) -> Element:
    return part("ol", *(_build_keyword(view, number) for number in (1, 2, 3, 4)), class_="keywords")


def _build_keyword(view: View, number: int) -> Element:
    hints = view.hints_for(number)
    word = part("bdi", view.keywords[number - 1]) if view.keywords else part("i", "not shown")
    told: Child = part("p", "No hints yet.", class_="quiet")
    if hints:
        told = part("ul", *(part("li", part("bdi", hint)) for hint in hints))
    return part("li", part("h3", part("span", f"{number} ", class_="digit"), word), told)


def _build_rounds(transcript: Transcript, view: View) -> Iterator[Element]:
    for number, done in enumerate(view.rounds, 1):
        yield part(
            "li",
            part("h3", f"Round {number}", *_build_badges(view, number, done)),
            part(
                "table",
                part("caption", f"Round {number}: hints, code and guesses", class_="unseen"),
                _build_table_head(),
                part(
                    "tbody",
                    _build_move_row(
                        "Hint", [part("bdi", hint) for hint in done.hints], "", transcript, number
                    ),
                    _build_code_row("Code", done.code, _find_keywords(view, done.code)),
                    _build_move_row(
                        "Decoder",
                        list(map(str, done.decoder)),
                        "wrong" if done.miscommunication else "right",
                        transcript,
                        number,
                    ),
                    _build_move_row(
                        "Interceptor",
                        list(map(str, done.interceptor)),
                        "right" if done.interception else "wrong",
                        transcript,
                        number,
                    ),
                ),
            ),
        )
    number = len(view.rounds) + 1
    sealed = transcript.made(transcript.seat, number) if transcript.seat else None
    if view.hints or view.code or sealed:
        yield part(
            "li", part("h3", f"Round {number}, unfinished"), _build_unfinished_round(view, sealed)
        )


def _build_unfinished_round(view: View, sealed: TranscriptMove | None) -> Element:
    rows = []
    if view.hints:
        rows.append(_build_row("Hint", [part("bdi", hint) for hint in view.hints], ""))
    if view.code:
        rows.append(_build_code_row("Code", view.code, _find_keywords(view, view.code)))
    if sealed and not view.code:
        rows.append(_build_row("Own guess", list(map(str, sealed.move.code)), "sealed"))
    return part("table", _build_table_head(), part("tbody", *rows))


def _build_badges(view: View, number: int, done: Round) -> Iterator[Child]:
    if done.miscommunication:
        yield part("span", "miscommunication", class_="badge miss")
    if done.interception and (number > 1 or view.options.first_round_interception):
        yield part("span", "interception", class_="badge hit")
    elif done.interception:
        yield part("span", "interception, not counted", class_="badge")


def _build_table_head() -> Element:
    names = [part("th", name, scope="col") for name in ORDER]
    return part("thead", part("tr", part("td"), *names, part("th", "Result", scope="col")))


def _find_keywords(view: View, code: Code) -> list[str]:
    return [view.keywords[digit - 1] for digit in code] if view.keywords else ["", "", ""]


def _build_code_row(name: str, code: Code, meant: list[str]) -> Element:
    cells: list[Child] = [
        part("span", part("span", str(digit), class_="digit"), " ", part("bdi", word))
        for digit, word in zip(code, meant, strict=True)
    ]
    return _build_row(name, cells, "", class_="code")


def _build_move_row(
    name: str, cells: list[Child], result: str, transcript: Transcript, number: int
) -> Element:
    made = transcript.made("encoder" if name == "Hint" else name.lower(), number)
    provenance_columns = ""
    if made:
        tries = "" if made.moved.attempts == 1 else f", {made.moved.attempts} tries"
        provenance_columns = f"{made.moved.seconds:.1f} s{tries}"
    return _build_row(
        name, cells, result, provenance_columns, class_=f"guess {result}" if result else "hints"
    )


def _build_row(
    name: str, cells: list[Child], result: str, provenance_columns: str = "", class_: str = ""
) -> Element:
    mark = {"right": "✓ ", "wrong": "✗ "}.get(result, "")
    return part(
        "tr",
        part("th", name, scope="row"),
        *(part("td", cell) for cell in cells),
        part(
            "td",
            part("span", mark, aria_hidden="true") if mark else None,
            result,
            part("small", f" {provenance_columns}" if result else provenance_columns)
            if provenance_columns
            else None,
        ),
        **({"class_": class_} if class_ else {}),
    )
