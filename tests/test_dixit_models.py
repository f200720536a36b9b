"""Models in a seat of Dixit: the prompts and pictures that they get, and how answers are read."""

import json
import struct
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from engine.config.settings import load_settings
from engine.errors import PlayerError, Unreadable
from engine.games.dixit import card_pictures
from engine.games.dixit.card_pictures import encode_data_url, encode_png
from engine.games.dixit.moves import Decoy, Tell, Vote
from engine.games.dixit.options import Options
from engine.games.dixit.prompt import build_prompt
from engine.games.dixit.view import Round, View
from engine.llm.player import ModelPlayer
from engine.llm.reply import parse_move
from engine.llm.schema import build_answer_schema
from engine.match import Match
from engine.play import ask_until_legal
from engine.players.factory import create_player
from engine.players.spec import Spec
from engine.seat import Seat
from images.deck import DeckError
from images.deck_reader import open_deck
from images.disk_cache import DiskCache
from tests import canaries
from tests.chat_server import Answer, ChatServer, failed, said, seen, serving
from tests.samples.dixit import SAMPLE as DIXIT
from tui.command_line import run

GAME = DIXIT.games[0]


def start_match() -> Match[Any, View, Any]:
    return Match(GAME, "models")


def play_to_decoys() -> Match[Any, View, Any]:
    match = start_match()
    match.submit(Seat(0), Tell(card=match.view(Seat(0)).hand[1], clue="the weight of it"))
    return match


def play_to_votes() -> Match[Any, View, Any]:
    match = play_to_decoys()
    for seat in (1, 2, 3):
        match.submit(Seat(seat), Decoy(card=match.view(Seat(seat)).hand[0]))
    return match


STAGES = [(start_match, 0), (play_to_decoys, 2), (play_to_votes, 3)]
every_stage = pytest.mark.parametrize(("made", "seat"), STAGES, ids=("tell", "decoy", "vote"))


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))


def create_model_player(url: str, patch: pytest.MonkeyPatch, seat: int, calls: Path) -> Any:
    patch.setenv("OPENAI_BASE_URL", url)
    player = create_player(
        Spec("llm", "eyes-1"),
        DIXIT.definition,
        GAME,
        Seat(seat),
        "s",
        calls=calls,
        settings=load_settings(),
    )
    assert isinstance(player, ModelPlayer)
    return player


# Pictures.


def list_chunks(png: bytes) -> list[str]:
    """The kinds of chunk in a PNG."""
    found, place = [], 8
    while place < len(png):
        (size,) = struct.unpack(">I", png[place : place + 4])
        found.append(png[place + 4 : place + 8].decode())
        place += size + 12
    return found


def test_a_model_gets_a_builtin_card_at_the_size_of_a_card() -> None:
    path = next(iter(open_deck().pictures.values()))
    with Image.open(BytesIO(encode_png(path))) as shown:
        assert (shown.mode, shown.size) == ("P", (305, 460))


def test_a_picture_keeps_its_pixels_and_nothing_else(tmp_path: Path) -> None:
    told = PngImagePlugin.PngInfo()
    told.add_text("Comment", "canarynote")
    for mode in ("RGB", "RGBA", "P", "L"):
        path = tmp_path / f"canaryname_{mode}.png"
        picture = Image.effect_noise((305, 460), 90).convert("RGB").quantize(64).convert(mode)
        picture.save(path, pnginfo=told, dpi=(300, 300))
        png = encode_png(path)
        assert set(list_chunks(png)) <= {"IHDR", "PLTE", "IDAT", "IEND"}
        assert b"canary" not in png
        shown = Image.open(BytesIO(png))
        assert shown.size == (305, 460)
        assert shown.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


def test_a_picture_is_encoded_once_and_kept_on_disk_by_its_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pictures"
    monkeypatch.setattr(card_pictures, "_open_png_store", lambda: DiskCache(folder))
    path = tmp_path / "canaryname.png"
    noise = [Image.effect_noise((30, 40), 90).convert("RGB") for _ in range(2)]
    noise[0].save(path)
    png = card_pictures.encode_png.__wrapped__(path)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert not any("canary" in file.name for file in folder.iterdir())
    with monkeypatch.context() as patch:
        patch.setattr(card_pictures, "_decode_pixels", lambda *_: pytest.fail("encoded again"))
        assert card_pictures.encode_png.__wrapped__(path) == png
    noise[1].save(path)
    assert card_pictures.encode_png.__wrapped__(path) != png
    for file in folder.iterdir():
        file.write_bytes(b"damaged")
    noise[0].save(path)
    assert card_pictures.encode_png.__wrapped__(path) == png


def test_what_is_transparent_is_white_and_a_palette_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "round.png"
    picture = Image.new("RGBA", (305, 460), (200, 30, 30, 255))
    picture.paste((0, 0, 0, 0), (0, 0, 20, 20))
    picture.quantize(8).save(path)
    shown = Image.open(BytesIO(encode_png(path)))
    assert shown.mode == "P"
    assert shown.convert("RGB").getpixel((5, 5)) == (255, 255, 255)
    assert shown.convert("RGB").getpixel((100, 100)) == (200, 30, 30)


def test_a_picture_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "card.png"
    with pytest.raises(DeckError, match=r"card.png cannot be read: No such file"):
        encode_png(path)
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    for made in (encode_png, encode_data_url):
        with pytest.raises(DeckError, match=r"card.png cannot be read: it is damaged\."):
            made(path)


def test_a_card_whose_picture_is_gone_is_named_to_its_seat_alone(tmp_path: Path) -> None:
    shown = build_prompt(start_match().view(Seat(0))).pictures[0]
    gone = replace(shown, file=tmp_path / "card.png")
    with pytest.raises(PlayerError, match=r"^The picture of a card cannot be read\.$") as caught:
        _ = gone.png
    assert "card.png" in caught.value.private


# What is asked.


@every_stage
def test_every_card_to_choose_from_is_shown_under_a_letter(made: Any, seat: int) -> None:
    view = made().view(Seat(seat))
    told = build_prompt(view)
    cards = told.aliases["card"]
    assert list(cards) == list("ABCD"[: len(view.choices)])
    assert sorted(cards.values()) == sorted(view.choices)
    assert [picture.label for picture in told.pictures] == [f"Card {one}" for one in cards]
    deck = open_deck(str(canaries.FOLDER))
    assert [picture.png for picture in told.pictures] == [
        encode_png(deck.get_path(card)) for card in cards.values()
    ]


def test_the_place_of_a_card_does_not_tell_when_it_was_drawn() -> None:
    """The newest card of a hand is the last one; in a prompt it may lie anywhere."""
    view = start_match().view(Seat(0))
    newest = view.hand[-1]
    prompts = (
        build_prompt(view.model_copy(update={"number": number})) for number in range(1, 160, 4)
    )
    places = Counter(list(told.aliases["card"].values()).index(newest) for told in prompts)
    assert places.keys() == {0, 1, 2, 3}
    assert max(places.values()) < 20
    turned = view.model_copy(update={"hand": view.hand[::-1]})
    assert build_prompt(turned).aliases == build_prompt(view).aliases


def test_cards_on_the_table_keep_their_shuffled_order() -> None:
    view = play_to_votes().view(Seat(1))
    assert tuple(build_prompt(view).aliases["card"].values()) == view.choices


@every_stage
def test_a_model_learns_no_word_about_any_card(made: Any, seat: int) -> None:
    """Neither ids nor titles nor tags, of its own cards either: it has to look."""
    told = build_prompt(made().view(Seat(seat)))
    text = (told.system + told.user).casefold()
    for card in open_deck(str(canaries.FOLDER)).cards.values():
        for word in (card.id, card.title, *card.caption.split(), card.tags[-1], *card.echoes):
            assert word.casefold() not in text


@every_stage
def test_rules_in_force_are_told(made: Any, seat: int) -> None:
    view = made().view(Seat(seat))
    arena = build_prompt(view).system
    for part in ("for four players", "3 points for each listener.", "4 rounds have been played;"):
        assert part in arena
    assert "1 to 200 characters" in arena
    boxed = Options(rules="boxed", players=4, clue_length=40)
    told = build_prompt(view.model_copy(update={"options": boxed})).system
    for part in ("2 points for each listener.", "when somebody has 30 points;", "1 to 40 char"):
        assert part in told


def test_past_rounds_are_told_without_their_cards() -> None:
    view = start_match().view(Seat(0))
    cards = GAME.cards[:4]  # type: ignore[attr-defined]
    done = Round(
        3,
        'a "hostile" clue',
        cards,
        cards,
        (cards[3], cards[3], cards[0], None),
        (4, 3, 0, 3),
    )
    told = build_prompt(
        view.model_copy(update={"number": 2, "rounds": (done,), "seat": Seat(1)})
    ).user
    assert "You are p2. This is round 2 of 4, in phase 1." in told
    assert (
        'Round 1: p4 said "a \\"hostile\\" clue", found by p1 and p2; '
        "votes: p1 for p4, p2 for p4, p3 for p1; "
        "points p1 4, p2 3, p3 0, p4 3." in told.splitlines()
    )
    assert "Points so far: p1 4, p2 3, p3 0, p4 3." in told
    assert "No round has been played yet." in build_prompt(view).user


@every_stage
def test_the_answer_asked_for_is_the_answer_of_the_schema(made: Any, seat: int) -> None:
    match = made()
    view = match.view(Seat(seat))
    told, kinds = build_prompt(view), match.game.moves(view)
    shape = told.system.splitlines()[-1]
    schema = build_answer_schema(kinds, told.aliases)
    assert list(json.loads(shape)) == list(schema["properties"])
    letters = list(told.aliases["card"])
    assert schema["properties"]["card"] == {"type": "string", "enum": letters}
    move = parse_move(
        kinds, shape.replace("<letter>", "B").replace("<your clue>", "Home"), told.aliases
    )
    assert move.card == told.aliases["card"]["B"]


# What is answered.


@pytest.mark.parametrize(
    "answer",
    [
        '{"thoughts": "A or B", "card": "B"}',
        '{"card": "Card B"}',
        '{"card": " b. "}',
        '{"Vote": {"card": "B"}}',
        '{"vote": "B"}',
        'I take A.\n```json\n{"card": "**B**"}\n```',
    ],
)
def test_a_letter_stands_for_its_card(answer: str) -> None:
    assert parse_move((Vote,), answer, {"card": {"A": "one", "B": "two"}}) == Vote(card="two")


@pytest.mark.parametrize(
    "answer", ['{"card": "D"}', '{"card": "two"}', '{"card": 2}', '{"card": ""}', '{"card": ["B"]}']
)
def test_what_is_no_letter_is_refused_with_the_letters(answer: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_move((Vote,), answer, {"card": {"A": "one", "B": "two"}})
    assert "card is one of A, B" in caught.value.private
    assert "two" not in caught.value.private


@every_stage
async def test_a_question_carries_the_pictures_and_the_log_only_what_they_were(
    made: Any, seat: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    match = made()
    view, calls = match.view(Seat(seat)), tmp_path / "game.calls.jsonl"
    told = build_prompt(view)
    chat = ChatServer([said('{"card": "C", "clue": "the price of salt"}')])
    with serving(chat) as url:
        player = create_model_player(url, monkeypatch, seat, calls)
        move, attempts = await ask_until_legal(match.game, player, view)
    assert (move.card, attempts) == (told.aliases["card"]["C"], 1)
    (question,) = chat.questions
    system, user = question["messages"]
    assert system == {"role": "system", "content": told.system}
    assert user["content"][0] == {"type": "text", "text": told.user}
    assert seen(question) == [(picture.label, picture.png) for picture in told.pictures]
    schema = question["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["card"]["enum"] == list(told.aliases["card"])
    text = json.dumps(question)
    for card in canaries.material()["cards"]:  # type: ignore[attr-defined]
        assert card not in text
    kept = calls.read_text("ascii")
    assert "base64" not in kept
    assert len(kept) < 12_000
    (call,) = map(json.loads, kept.splitlines())
    noted = [part for part in call["messages"][1]["content"] if part["type"] == "image_url"]
    assert noted == [
        {
            "type": "image_url",
            "sha256": sha256(picture.png).hexdigest(),
            "bytes": len(picture.png),
        }
        for picture in told.pictures
    ]


async def test_a_refused_clue_is_shown_again_without_the_pictures_twice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    match = start_match()
    view = match.view(Seat(0))
    chat = ChatServer(
        [said('{"card": "A", "clue": "?!"}'), said(""), said('{"card": "A", "clue": "salt"}')]
    )
    with serving(chat) as url:
        player = create_model_player(url, monkeypatch, 0, tmp_path / "calls")
        card = build_prompt(view).aliases["card"]["A"]
        assert await ask_until_legal(match.game, player, view) == (Tell(card=card, clue="salt"), 3)
    first, second, third = chat.questions
    assert second["messages"][:2] == first["messages"]
    assert "punctuation is not enough" in second["messages"][3]["content"]
    assert len(third["messages"]) == 2
    assert third["messages"][1]["content"][-1]["text"].startswith("Your answer was empty.")
    assert all(len(seen(question)) == 4 for question in chat.questions)


def test_four_models_play_a_game_that_can_be_resumed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(question: dict[str, Any]) -> Answer:
        schema = question["response_format"]["json_schema"]["schema"]
        letters = schema["properties"]["card"]["enum"]
        assert [label for label, _ in seen(question)] == [f"Card {one}" for one in letters]
        clue = {"clue": f"clue {len(chat.questions)}"} if "clue" in schema["properties"] else {}
        return said(json.dumps({"thoughts": "Hm.", "card": letters[-1], **clue}))

    chat = ChatServer([answer])
    seats = [word for n in (1, 2, 3, 4) for word in ("--seat", f"p{n}=llm:eyes-1")]
    options = ["--set", "rounds=4", "--set", f"deck={canaries.FOLDER}"]
    journal = ["--journal", str(tmp_path / "game.jsonl")]
    with serving(chat) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert run(("play", "dixit", *seats, *options, *journal, "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["rounds"]) == 4
    assert len(chat.questions) == 28
    calls = (tmp_path / "game.calls.jsonl").read_text("ascii").splitlines()
    assert {json.loads(call)["verdict"] for call in calls} == {"legal"}
    assert len(calls) == 28
    assert run(("resume", str(tmp_path / "game.jsonl"), "--json")) == 0
    assert json.loads(capsys.readouterr().out) == told


# Who cannot see.


@pytest.mark.parametrize(
    "answer",
    [
        failed(400, "Invalid content type. image_url is only supported by certain models."),
        failed(404, "No endpoints found that support image input"),
        failed(400, "eyes-1 is not a multimodal model"),
        failed(400, "messages[1].content: invalid type: sequence, expected a string"),
        failed(422, "body.messages.1.content: Input should be a valid string"),
        Answer(b'{"error": "this model is missing data required for image input"}', 400),
        Answer(b'{"error": {"message": "unknown variant `image_url`", "code": 400}}'),
    ],
)
async def test_a_model_without_vision_is_found_out_and_not_asked_again(
    answer: Answer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    match, chat = start_match(), ChatServer([answer])
    with serving(chat) as url:
        player = create_model_player(url, monkeypatch, 0, tmp_path / "calls")
        with pytest.raises(PlayerError) as caught:
            await ask_until_legal(match.game, player, match.view(Seat(0)))
    assert str(caught.value) == (
        f"eyes-1 on {player.model.server.host} does not take the pictures that this game is played "
        "with: seat a model that sees, several pictures at once."
    )
    assert not isinstance(caught.value, Unreadable)
    assert len(chat.questions) == 1


async def test_a_server_whose_engine_fails_for_want_of_eyes_is_believed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One that says so with status 500, which the package repeats by itself."""
    chat = ChatServer([failed(500, "image input is not supported - hint: provide the mmproj")])
    with serving(chat) as url:
        player = create_model_player(url, monkeypatch, 0, tmp_path / "calls")
        with pytest.raises(PlayerError, match="does not take the pictures"):
            await player.decide(start_match().view(Seat(0)), None)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (failed(401, "image"), "does not accept the key|asks for a key"),
        (failed(404, "The model 'eyes-1' does not exist"), "knows no model"),
        (failed(400, "maximum context length with images is 8192"), "has become too long"),
        (failed(500, "out of memory"), "is in trouble"),
    ],
)
async def test_other_failures_keep_their_own_sentences(
    answer: Answer, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with serving(ChatServer([answer])) as url:
        player = create_model_player(url, monkeypatch, 0, tmp_path / "calls")
        with pytest.raises(PlayerError, match=sentence):
            await player.decide(start_match().view(Seat(0)), None)


def test_a_deck_that_has_changed_is_a_failure_in_a_sentence() -> None:
    view = start_match().view(Seat(0)).model_copy(update={"fingerprint": "another"})
    with pytest.raises(PlayerError, match=r"has changed since this game began"):
        build_prompt(view)
