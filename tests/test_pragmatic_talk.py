"""What Parlour's own player says: phrases, grammar, answers and doubts."""

import asyncio
import re
from collections import Counter
from random import Random
from typing import Literal

import pytest

from engine.config.settings import load_settings
from engine.forms.folding import find_lemma, fold_words
from engine.forms.giveaway import match_in_line
from engine.games.catalog import find
from engine.games.dixit.theme_clues import THEME_CLUES
from engine.games.dixit.word_clue import build_word_clue
from engine.games.taboo import attacker_phrases as asks
from engine.games.taboo import (
    attacker_question,
    defender_answer,
    small_talk,
)
from engine.games.taboo import defender_phrases as replies
from engine.games.taboo import pragmatic as taboo_pragmatic
from engine.games.taboo import pragmatic_beliefs as taboo_beliefs
from engine.games.taboo.asked_kind import Asked, find_asked
from engine.games.taboo.filled_frame import fill_frame
from engine.games.taboo.options import Options as TabooOptions
from engine.games.taboo.relation import answers_relation
from engine.games.taboo.remark import Remark, find_remark
from engine.games.taboo.talk_nouns import find_offered_word
from engine.games.taboo.view import Role as TabooRole
from engine.games.taboo.view import View as TabooView
from engine.games.undercover import phrases
from engine.games.undercover import pragmatic as undercover_pragmatic
from engine.games.undercover import pragmatic_beliefs as undercover_beliefs
from engine.games.undercover.aspect import Aspect, find_aspect
from engine.games.undercover.doubt_phrases import phrase_doubt
from engine.games.undercover.doubt_reason import Fault, find_doubt
from engine.games.undercover.moves import Describe
from engine.games.undercover.options import Options as UndercoverOptions
from engine.games.undercover.pragmatic import voice_line
from engine.games.undercover.pragmatic_beliefs import infer_beliefs
from engine.games.undercover.view import Line, Round
from engine.games.undercover.view import View as UndercoverView
from engine.players.explanation import explain_move
from engine.players.pragmatic.listeners import load_listeners
from engine.players.pragmatic.nouns import add_article, find_kind, write_plural
from engine.players.pragmatic.sentence_frame import is_used
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session
from images.card import THEMES
from words.game_words import read_taboo_targets

TARGETS = frozenset(read_taboo_targets()[::12])


def see_taboo(role: TabooRole, talk: tuple[str, ...]) -> TabooView:
    return TabooView(
        role=role,
        target="ship" if role is TabooRole.ATTACKER else None,
        talk=talk,
        guess=None,
        options=TabooOptions(),
        outcome=None,
    )


def answer_taboo(talk: tuple[str, ...], words: list[str], seed: int = 1) -> str:
    view = see_taboo(TabooRole.DEFENDER, talk)
    beliefs = taboo_beliefs.infer_beliefs(load_listeners(), view)
    said = defender_answer.answer_attacker(load_listeners(), view, words, beliefs, 12, Random(seed))
    return said.line


def test_the_defender_of_taboo_hears_phrases_that_stand_in_a_list() -> None:
    listeners, find_words = load_listeners(), taboo_beliefs.find_words
    assert listeners.associations is not None
    lists = {word: ones for word, ones in listeners.associations.lists.items() if word in TARGETS}
    told = Counter(response for responses in lists.values() for response in responses)
    found = []
    for word, responses in lists.items():
        for response in responses:
            parts = tuple(fold_words(response))
            if told[response] == 1 and len(parts) == 2 and parts == find_words(listeners, response):
                view = see_taboo(TabooRole.DEFENDER, (f"I think of {response}.",))
                assert taboo_beliefs.infer_attacker_texts(listeners, view) == (" ".join(parts),)
                found.append(word in taboo_beliefs.infer_beliefs(listeners, view).words[:20])
    assert len(found) > 20
    assert sum(found) > 0.9 * len(found)


def test_the_words_of_a_phrase_are_heard_alone_if_no_list_has_it() -> None:
    view = see_taboo(TabooRole.DEFENDER, ("A purple bicycle and a golden gate.",))
    texts = taboo_beliefs.infer_attacker_texts(load_listeners(), view)
    assert set(texts) == {"purple", "bicycle", "golden gate"}


def test_an_answer_of_taboo_is_news() -> None:
    assert "desk" in answer_taboo(("What is at work?",), ["worker", "desk"])
    line = "She said that he asked them for all of it again: soup."
    assert taboo_beliefs.find_words(load_listeners(), line) == ("soup",)


def list_frames(*parts: object) -> list[str]:
    """All phrases in nested tuples and dicts."""
    found: list[str] = []
    for part in parts:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict):
            found += list_frames(*part.values())
        elif isinstance(part, tuple):
            found += list_frames(*part)
    return found


def test_phrases_of_taboo_and_undercover_hold_no_noun_and_are_heard_as_empty() -> None:
    corpus = set(load_listeners().corpus)
    taboo_frames = list_frames(
        *(
            asks.OPENINGS,
            asks.ANY,
            asks.QUESTIONS,
            asks.REACTIONS,
        ),
        *(
            asks.LATER,
            asks.BY_TARGET,
            asks.LAST,
            asks.LINKED,
            asks.OF_RELATED,
            asks.CHANGES,
        ),
        *(
            replies.ANSWERS,
            replies.BY_KIND,
            replies.ABOUT,
            replies.NOTICES,
            replies.GUARDED,
        ),
        *(
            (replies.UNSURE, replies.LAST_UNSURE),
            (replies.PUZZLED, replies.LAST_PUZZLED),
            (replies.OPEN, replies.NEARBY),
            small_talk.REPLIES,
            small_talk.ASKED,
            replies.WITHOUT_TOPIC,
        ),
        *(replies.CONTINUED, replies.MORE, replies.PROBES, replies.REASONS, replies.RECALLED),
        *(replies.CHOSEN, replies.RELATED, replies.UNRELATED, replies.PITY, replies.JOY),
        *(replies.COLOURED, replies.RHYMED, *(texts for _, texts in replies.OF_ITSELF)),
    )
    undercover_frames = list_frames(
        phrases.LEADS, phrases.NEW_LEADS, phrases.FRAMES, phrases.FRAMES_BY_KIND, phrases.VAGUE
    )
    assert len(taboo_frames) > 250
    assert len(undercover_frames) > 10
    for frame in (*taboo_frames, *undercover_frames):
        said = set(fold_words(re.sub(r"\{\w+\}", "", frame)))
        assert not {word for word in said if word in corpus or find_lemma(word) in corpus}, frame
    for frame in list_frames(
        asks.QUESTIONS,
        asks.ANY,
        asks.LATER,
        asks.OF_RELATED,
        asks.BY_TARGET,
        asks.REACTIONS,
    ):
        said = set(fold_words(re.sub(r"\{\w+\}", "", frame)))
        assert not said - taboo_beliefs.EMPTY_WORDS, frame


def test_no_answer_of_taboo_is_taken_for_a_remark_about_no_word() -> None:
    listeners = load_listeners()
    for frame in list_frames(replies.ANSWERS, replies.OPEN, replies.BY_KIND, replies.GUARDED):
        said = fill_frame(frame, "lamp", "garden")
        if frame in replies.GUARDED:
            said = f"A lamp. {said}"
        assert find_remark(said, listeners.is_word) is None, said


def test_a_defender_of_taboo_answers_a_relation_with_what_stands_in_it() -> None:
    beliefs = taboo_beliefs.Beliefs(("ship",), (1.0,))
    answers = {
        "Who do you meet in a harbor?": "fisherman",
        "What is never missing in a harbor?": "boat",
        "What is never missing in a cafeteria?": None,
    }
    for line, answer in answers.items():
        view = see_taboo(TabooRole.DEFENDER, (line,))
        words = ["hospital", "window", "spoon", "boat", "fisherman"]
        for seed in range(6):
            said = defender_answer.answer_attacker(
                load_listeners(), view, words, beliefs, 1, Random(seed)
            ).line
            if answer:
                assert answer in said.lower()
            else:
                assert any(is_used(frame, [said]) for frame in replies.OPEN), said


def test_the_last_line_of_a_defender_of_taboo_ends_the_talk() -> None:
    talk = ("What goes with rice?", "A spoon.")
    view = see_taboo(TabooRole.DEFENDER, (*talk, "And what about a harbor?"))
    view = view.model_copy(update={"options": TabooOptions(turns=2)})
    listeners = load_listeners()
    beliefs = taboo_beliefs.infer_beliefs(listeners, view)
    for seed in range(6):
        said = defender_answer.answer_attacker(
            listeners, view, ["lamp", "garden"], beliefs, 3, Random(seed)
        ).line
        assert any(is_used(frame, [said]) for frame in (*replies.UNSURE, *replies.PUZZLED)), said


@pytest.mark.parametrize("word", ["harbor", "scissors", "rice", "moon", "hour", "unicorn"])
def test_questions_of_taboo_suit_the_grammar_of_a_word(word: str) -> None:
    form = {
        "harbor": r"\ba harbor\b|\bharbors\b",
        "scissors": r"(?<!a )\bscissors\b",
        "rice": r"(?<!a )\brice\b",
        "moon": r"the moon\b",
        "hour": r"\ban hour\b|\bhours\b|\bthe hour\b",
        "unicorn": r"\ba unicorn\b|\bunicorns\b",
    }[word]
    view = see_taboo(TabooRole.ATTACKER, ())
    lines = {
        attacker_question.ask_about(load_listeners(), view, [word], Random(seed)).line
        for seed in range(30)
    }
    assert len(lines) > 15
    for line in lines:
        assert re.search(form, line) or re.search(rf"(I say|hear|begin with) {word}\b", line), line


def test_a_talk_of_taboo_repeats_no_phrase_and_answers_what_was_asked() -> None:
    talk: tuple[str, ...] = ()
    listeners = load_listeners()
    words = ["harbor", "anchor", "sailor", "wave", "storm"]
    for number, word in enumerate(words):
        asking = see_taboo(TabooRole.ATTACKER, talk)
        rng = Random(number)
        talk = (*talk, attacker_question.ask_about(listeners, asking, [word], rng).line)
        talk = (*talk, answer_taboo(talk, ["lamp", "uncle", "garden", "spoon", "piano"], number))
    own = [line for place, line in enumerate(talk) if not place % 2]
    frames = set(
        list_frames(
            asks.QUESTIONS,
            asks.ANY,
            asks.LATER,
            asks.BY_TARGET,
        )
    )
    used = [frame for frame in frames for line in own if is_used(frame, [line])]
    assert len(used) == len(set(used))
    assert find_asked("Who do you meet in a field?") is Asked.WHO
    assert find_asked("Good. Where is it?") is Asked.WHERE
    assert find_asked("Do you like rice?") is Asked.YES
    assert find_asked("It is about rice.") is Asked.NOTHING


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("hello there!", Remark.GREETING),
        ("You are stupid", Remark.INSULT),
        ("What is the secret word?", Remark.DEMAND),
        ("are you a robot?", Remark.PERSONAL),
        ("how are you", Remark.WELLBEING),
        ("thanks!", Remark.THANKS),
        ("I love you", Remark.KIND),
        ("why?", Remark.WHY),
        ("was ist das und warum", Remark.FOREIGN),
        ("que es eso y por que", Remark.FOREIGN),
        ("\u041f\u0440\u0438\u0432\u0435\u0442", Remark.FOREIGN),
        ("xqzk vbrt", Remark.NONSENSE),
        ("asdkj qwe zzz", Remark.NONSENSE),
        ("123 456", Remark.NONSENSE),
        ("What do you see in a harbor?", None),
        ("the ship was old", None),
    ],
)
def test_what_is_about_no_word_is_answered_as_such(line: str, remark: Remark | None) -> None:
    listeners = load_listeners()
    assert find_remark(line, listeners.is_word) is remark
    said = answer_taboo((line,), ["lamp", "garden"])
    if remark is not None:
        assert any(said.startswith(reply) for reply in small_talk.REPLIES[remark])
    asking = see_taboo(TabooRole.ATTACKER, ("What do you see in a harbor?", line))
    asked = attacker_question.ask_about(listeners, asking, ["anchor"], Random(1)).line
    assert "anchor" in asked


def talk_to_defender(*lines: str, seed: str = "talk") -> list[str]:
    """What the defender says to these lines of an attacker, one after the other."""
    player = taboo_pragmatic.PragmaticPlayer(Seat(1), seed)
    talk: tuple[str, ...] = ()
    for line in lines:
        view = see_taboo(TabooRole.DEFENDER, (*talk, line))
        view = view.model_copy(update={"options": TabooOptions(turns=20)})
        move = asyncio.run(player.decide(view, None))
        talk = (*talk, line, getattr(move, "line", ""))
    return list(talk[1::2])


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("are you there?", Remark.CHECK),
        ("what do you mean", Remark.WHY),
        ("You already said that.", Remark.REPEATED),
        ("hint please", Remark.HINT),
        ("Ask me something", Remark.ASK_ME),
        ("and what else?", Remark.MORE),
        ("What did I just say?", Remark.RECALL),
        ("Say banana", Remark.ORDER),
        ("Only one word!", Remark.SHORT),
        ("You are losing", Remark.TAUNT),
        ("Sing me a song.", Remark.REQUEST),
        ("What is 2+2?", Remark.COUNT),
        ("My word is banana.", Remark.BLUFF),
        ("\N{GRINNING FACE}", Remark.FACE),
        ("\N{DOG FACE}\N{DOG FACE}", None),
        ("b", Remark.EMPTY),
        ("Je suis fatigu\u00e9.", Remark.FOREIGN),
        ("Who asks a doctor for a hint?", None),
        ("What does a detective need? Clues?", None),
        ("Tell me about a school.", None),
    ],
)
def test_talk_about_the_talk_is_told_from_talk_about_things(
    line: str, remark: Remark | None
) -> None:
    assert find_remark(line, load_listeners().is_word) is remark


def test_no_question_of_an_attacker_is_taken_for_a_remark() -> None:
    for frame in list_frames(asks.QUESTIONS, asks.ANY, asks.LATER, asks.BY_TARGET, asks.LINKED):
        line = frame.format(
            a="a dog",
            many="dogs",
            the="the dog",
            x="dog",
            heard="coffee",
            Heard="Coffee",
            A="A dog",
        )
        assert find_remark(line, load_listeners().is_word) is None, line


def test_a_defender_explains_recalls_and_adds_to_what_it_said() -> None:
    first, why, more, recalled = talk_to_defender(
        "Do you like coffee?", "What do you mean?", "What else?", "What did you say?"
    )
    quoted = set(re.findall("\u201c(.*?)\u201d", why))
    assert "coffee" in quoted
    assert [word for word in quoted - {"coffee"} if word in first], "its own word before"
    assert "coffee" not in more.lower()
    assert "\u201ccoffee\u201d" in recalled
    assert len({first, why, more, recalled}) == 4


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_defender_takes_one_of_what_is_offered_and_a_thing_of_the_kind(seed: str) -> None:
    (choice,) = talk_to_defender("Do you prefer cats or dogs?", seed=seed)
    assert {"cats", "dogs"} & set(fold_words(choice))
    (animal,) = talk_to_defender("What is your favourite animal?", seed=seed)
    assert "animal" in {find_kind(find_lemma(word)) for word in fold_words(animal)}
    (sky,) = talk_to_defender("What colour is the sky?", seed=seed)
    assert "blue" in fold_words(sky)
    (rhyme,) = talk_to_defender("Tell me a word that rhymes with house.", seed=seed)
    assert any(word.endswith("ouse") for word in fold_words(rhyme))


def test_a_defender_that_is_only_teased_never_repeats_itself() -> None:
    lines = ("hello", "what?", "are you there?", "ok", "no", "guess!", "hint please", "b", "???")
    for seed in ("a", "b", "c", "d"):
        said = talk_to_defender(*lines, "you are stupid", "Was ist das?", "haha", seed=seed)
        assert len(set(said)) == len(said)
        ends = [re.split(r"(?<=[.!?]) ", one)[-1] for one in said]
        assert len(set(ends)) == len(ends), "what follows the reply is new each time"
        assert all(len(one.split()) > 2 for one in said)


def test_a_defender_does_not_answer_with_what_it_suspects() -> None:
    talk = ("What would you find at sea, with a sailor and an anchor?",)
    view = see_taboo(TabooRole.DEFENDER, talk)
    beliefs = taboo_beliefs.infer_beliefs(load_listeners(), view)
    for seed in range(40):
        line = answer_taboo(talk, [*beliefs.words[:12], "lamp", "garden"], seed)
        for word in beliefs.words[:12]:
            assert not match_in_line(line, word), (line, word)


@pytest.mark.parametrize(
    ("word", "article", "plural"),
    [
        ("apple", "an apple", "apples"),
        ("hour", "an hour", "hours"),
        ("uniform", "a uniform", "uniforms"),
        ("umbrella", "an umbrella", "umbrellas"),
        ("rice", "rice", "rice"),
        ("scissors", "scissors", "scissors"),
        ("moon", "the moon", "the moon"),
        ("Paris", "Paris", "Paris"),
        ("ice cream", "ice cream", "ice cream"),
        ("sea otter", "a sea otter", "sea otters"),
        ("one-way street", "a one-way street", "one-way streets"),
        ("wolf", "a wolf", "wolves"),
        ("bus", "a bus", "buses"),
        ("darkness", "darkness", "darkness"),
        ("granite", "granite", "granite"),
        ("rose quartz", "rose quartz", "rose quartz"),
        ("stone", "a stone", "stones"),
        ("squorzle", "a squorzle", "squorzles"),
    ],
)
def test_nouns_get_their_article_and_plural(word: str, article: str, plural: str) -> None:
    assert add_article(word) == article
    assert write_plural(word) == plural


def test_kinds_are_found_by_the_last_word_and_the_lemma() -> None:
    assert find_kind("sea otter") == find_kind("otters") == "animal"
    assert find_kind("squorzle") == "idea"


def see_undercover(
    *lines: tuple[int, str], word: str = "umbrella", seat: int = 0
) -> UndercoverView:
    """The view of a seat after these lines of the first round."""
    return UndercoverView(
        seat=Seat(seat),
        number=1,
        word=word,
        order=tuple(map(Seat, range(5))),
        lines=tuple(Line(Seat(one), text) for one, text in lines),
        rounds=(),
        roles=(None,) * 5,
        words=None,
        outcome=None,
        options=UndercoverOptions(),
    )


TALK = (
    (0, "It keeps you dry in the rain."),
    (1, "It can be folded."),
    (2, "It is turned inside out by wind."),
    (3, "It sits on four poles over a bed."),
    (4, "It is opened when the weather is bad."),
)


def test_a_doubt_quotes_the_line_that_suits_the_word_least_and_names_who_came_closer() -> None:
    listeners, view = load_listeners(), see_undercover(*TALK)
    beliefs = infer_beliefs(listeners, view)
    doubt = find_doubt(listeners, view, beliefs, Seat(3))
    assert doubt.fault is Fault.OTHER
    assert doubt.line == TALK[3][1]
    assert doubt.allies
    assert Seat(0) not in doubt.allies
    for seed in range(20):
        said = phrase_doubt(doubt, view, Random(seed))
        assert "four poles" in said
        assert "p4" in said
        assert match_in_line(said, "umbrella") is None


def test_a_doubt_says_who_was_copied() -> None:
    lines = (*TALK[:3], (3, "It has something to do with wind."), TALK[4])
    view = see_undercover(*lines)
    listeners = load_listeners()
    doubt = find_doubt(listeners, view, infer_beliefs(listeners, view), Seat(3))
    assert (doubt.fault, doubt.copied) in ((Fault.COPIED, Seat(2)), (Fault.OTHER, None))


def test_a_line_speaks_of_one_side_of_its_word() -> None:
    assert find_aspect("It is found in every kitchen.") is Aspect.PLACE
    assert find_aspect("It smells good.") is Aspect.SENSES
    assert find_aspect("It makes me think of flour.") is Aspect.THOUGHT
    assert find_aspect("Bonjour") is None


def test_phrases_of_undercover_suit_unknown_words_and_are_taken_away_from_quotations() -> None:
    assert phrases.frame_word("squorzle", 0).count("squorzle") == 1
    for lead in (*phrases.LEADS, *phrases.NEW_LEADS):
        assert phrases.strip_lead(lead.format(fact="has a crust")) == "it has a crust"
    assert phrases.strip_lead("Something typed by hand.") == "Something typed by hand."


def test_every_theme_of_the_deck_has_clues_and_a_single_word_becomes_a_phrase() -> None:
    assert set(THEME_CLUES) == THEMES
    assert min(map(len, THEME_CLUES.values())) >= 4
    for word in ("husband", "lagoon", "rice", "scissors", "squorzle", "joy"):
        clue = build_word_clue(word)
        assert word in clue.lower()
        assert " " in clue
        assert "{" not in clue


SECRETS = (
    *("umbrella", "canopy", "violin", "harbor", "candle", "tiger", "bishop", "garlic"),
    *("squorzle", "frimbulous"),
)
FOUR, EIGHT = ",".join(SECRETS[:4]), ",".join(SECRETS[:8])
TWO_ROWS = 150
"""The longest reason that fits two rows of 80 columns."""


@pytest.mark.parametrize("player", ["pragmatic", "word2vec", "glove"])
@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("taboo", {"turns": 3, "word": "harbor"}),
        ("undercover", {"rounds": 2, "words": "umbrella,canopy"}),
        ("dixit", {"rounds": 2}),
        ("decrypto", {"rounds": 3, "keywords": FOUR, "tokens": 4}),
        ("decrypto", {"rounds": 1, "keywords": EIGHT, "players": 4}),
    ],
)
def test_every_move_has_a_reason_for_an_audience(
    game: str, given: dict[str, object], player: str
) -> None:
    check_reasons(game, given, player, 260 if player == "pragmatic" else TWO_ROWS)


@pytest.mark.parametrize("settings", ["k=1", "paper=yes", "history=yes", "think=yes"])
def test_every_setting_of_a_baseline_of_decrypto_has_reasons(settings: str) -> None:
    given = {"rounds": 3, "keywords": FOUR, "tokens": 4}
    check_reasons("decrypto", given, f"vectors:webster,{settings}", TWO_ROWS)


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("taboo", {"turns": 3, "word": "squorzle"}),
        ("undercover", {"rounds": 2, "words": "squorzle,frimbulous"}),
        ("decrypto", {"rounds": 3, "keywords": "squorzle,violin,harbor,frimbulous", "tokens": 4}),
    ],
)
def test_moves_of_baselines_have_reasons_though_words_are_unknown(
    game: str, given: dict[str, object]
) -> None:
    check_reasons(game, given, "glove", TWO_ROWS)


def check_reasons(game: str, given: dict[str, object], player: str, longest: int) -> None:
    """Check that each move of a match has one reason, and that it names no secret."""
    definition = find(game)
    options = definition.options_type(**given)
    seats = dict.fromkeys(definition.list_seats(options), parse_spec(player))
    settings = load_settings()
    session = Session.create(definition, options, seats, "why", settings=settings)
    players = session.create_players()
    reasons: list[str] = []
    try:
        while session.match.awaits:
            moves = {}
            for seat in sorted(session.match.awaits):
                view = session.match.view(seat)
                moves[seat] = asyncio.run(players[seat].decide(view, None))
                tables = explain_move(
                    parse_spec(player),
                    definition,
                    seat,
                    "why",
                    view,
                    moves[seat],
                    data=settings.data,
                )
                (reason,) = (table.reason for table in tables if table.reason)
                reasons.append(reason)
                is_open = any(table.is_open for table in tables)
                assert is_open == (
                    game in ("dixit", "decrypto") and not hasattr(moves[seat], "keywords")
                )
                if game == "undercover" or (game == "decrypto" and is_open):
                    public = getattr(moves[seat], "line", "")
                    told = [word for word in SECRETS if match_in_line(reason, word)]
                    assert all(match_in_line(public, word) for word in told)
            for seat, move in moves.items():
                session.match.submit(seat, move)
    finally:
        session.close()
    assert all(reason.endswith(".") for reason in reasons)
    assert max(map(len, reasons)) < longest, max(reasons, key=len)
    assert len(set(reasons)) > len(reasons) / 2


def guess_taboo(left: int, limit: Literal["draw", "attacker"], *chances: float) -> str | None:
    """What a defender guesses that suspects a pup, a puppy and a horse, in this order."""
    talk = ("A word.", "Another.") * (4 - left) + ("A word.",)
    view = see_taboo(TabooRole.DEFENDER, talk)
    view = view.model_copy(update={"options": TabooOptions(limit=limit)})
    assert view.left == left
    beliefs = taboo_beliefs.Beliefs(("pup", "puppy", "horse"), chances)
    return taboo_pragmatic.choose_guess(beliefs, view, 3)


def test_a_defender_guesses_in_its_last_turn_if_it_expects_more_than_a_draw() -> None:
    assert guess_taboo(0, "draw", 0.1, 0.1, 0.6) == "horse"
    assert guess_taboo(1, "draw", 0.1, 0.1, 0.6) is None
    assert guess_taboo(0, "draw", 0.1, 0.1, 0.45) is None
    assert guess_taboo(0, "attacker", 0.1, 0.1, 0.15) is not None
    assert guess_taboo(0, "draw", 0.31, 0.29, 0.3) in ("pup", "puppy")


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("And when I say door?", Asked.WHAT),
        ("Where there is a door, what is there, too?", Asked.WHAT),
        ("What do people who ski wear?", Asked.WHAT),
        ("Now or never: what is a door?", Asked.WHAT),
        ("Who knows what it is?", Asked.WHO),
        ("Which is better, tea or coffee?", Asked.CHOICE),
    ],
)
def test_the_first_question_word_tells_what_is_asked(line: str, asked: Asked) -> None:
    assert find_asked(line) is asked


def test_an_attacker_asks_for_the_kind_of_its_target() -> None:
    """A ship is a vehicle: nobody, and no time, would be an answer."""
    view = see_taboo(TabooRole.ATTACKER, ("What is wet?", "I cannot say."))
    for word in ("sailor", "storm", "harbor", "anchor", "evening"):
        for seed in range(20):
            said = attacker_question.ask_about(load_listeners(), view, [word], Random(seed)).line
            assert find_asked(said) in (Asked.WHAT, Asked.WHERE), said


def test_at_most_one_line_of_a_round_of_undercover_has_a_phrase_before_its_statement() -> None:
    listeners = load_listeners()
    plain, led = see_undercover((1, "It is wet.")), see_undercover((1, "Well, it is wet."))
    first = see_undercover()
    spoken = {
        seed: [
            voice_line(listeners, view, "It can be folded.", seed) for view in (plain, led, first)
        ]
        for seed in map(str, range(20))
    }
    assert all(one[1] == one[2] == "It can be folded." for one in spoken.values())
    assert any(one[0] != "It can be folded." for one in spoken.values())


def test_a_line_of_undercover_adds_a_side_only_after_others_and_only_without_their_words() -> None:
    listeners = load_listeners()
    first = see_undercover()
    repeated = see_undercover((1, "It is wet."), (2, "It has fur."))
    added = see_undercover((1, "It is wet."), (2, "It is loud."))
    begins = tuple(lead.partition("{")[0] for lead in phrases.NEW_LEADS)

    def list_lines(view: UndercoverView) -> list[str]:
        return [voice_line(listeners, view, "It has thick fur.", str(seed)) for seed in range(30)]

    assert not any(line.startswith(begins) for line in list_lines(first))
    assert not any(line.startswith(begins) for line in list_lines(repeated))
    assert any(line.startswith(begins) for line in list_lines(added))


def test_an_attacker_of_taboo_takes_up_no_verb_of_a_statement() -> None:
    talk = ("What about a car?", "I know that it costs a lot.")
    assert find_offered_word(see_taboo(TabooRole.ATTACKER, talk)) is None
    talk = ("What about a car?", "It makes me think of a road.")
    assert find_offered_word(see_taboo(TabooRole.ATTACKER, talk)) == "road"


def test_a_player_of_undercover_that_knows_nothing_left_says_so_rather_than_nonsense() -> None:
    view = see_undercover(word="squorzle")
    player = undercover_pragmatic.PragmaticPlayer(Seat(0), "vague", "", 3)
    assert not undercover_pragmatic.rank_lines(
        load_listeners(), view, infer_beliefs(load_listeners(), view), 3
    )
    said = asyncio.run(player.decide(view, None))
    assert isinstance(said, Describe)
    assert said.line in phrases.VAGUE


def test_a_seat_of_undercover_gives_way_among_persons_only_after_two_ties_alike() -> None:
    said = [
        (seat, f"It is {what}.") for seat, what in enumerate(["wet", "loud", "red", "small", "big"])
    ]
    view = see_undercover(*said, seat=3)
    tied = Round(view.lines, tuple(map(Seat, (2, 0, 0, 2, 3))), None)
    players = [undercover_pragmatic.PragmaticPlayer(Seat(3), str(seed)) for seed in range(30)]

    def list_suspects(ties: int, baseline: float) -> set[Seat]:
        others = tuple(map(Seat, (0, 1, 2, 4)))
        beliefs = undercover_beliefs.Beliefs(
            other=dict(zip(others, (0.1, 0.2, 0.9, 0.3), strict=True)),
            odd=0.1,
            words=("boat",),
            chances=(1.0,),
            kinds=dict.fromkeys(others, (baseline, baseline)),
        )
        seen = view.model_copy(update={"rounds": (tied,) * ties})
        return {player.choose_suspect(seen, beliefs) for player in players}

    assert list_suspects(1, 0.1) == {Seat(2)}
    assert list_suspects(2, 0.1) == {Seat(0), Seat(2)}
    assert list_suspects(2, 0.5) == {Seat(2)}  # baselines do not give way either


def test_a_defender_of_taboo_says_at_the_end_what_it_made_of_the_talk() -> None:
    talk = ("I say harbor.", "A wall.", "I say anchor.", "A chain.", "I say wave.")
    for turns, ends in ((3, True), (9, False)):
        view = see_taboo(TabooRole.DEFENDER, talk)
        view = view.model_copy(update={"options": TabooOptions(turns=turns)})
        beliefs = taboo_beliefs.infer_beliefs(load_listeners(), view)
        said = defender_answer.answer_attacker(
            load_listeners(), view, ["lamp"], beliefs, 12, Random(2)
        ).line
        assert (" harbor, anchor and wave" in f" {said.lower()}") is ends, said


def test_a_defender_of_taboo_names_no_word_of_the_list_in_its_first_answer() -> None:
    targets = set(read_taboo_targets())
    for line in ("What do you connect with a cell?", "What do you think of when I say expert?"):
        for seed in range(8):
            (said,) = talk_to_defender(line, seed=str(seed))
            assert targets.isdisjoint(map(find_lemma, fold_words(said))), said


def test_what_goes_well_with_a_garment_is_no_food() -> None:
    assert not answers_relation("What goes well with a hat?", "hat", "rice")
    assert answers_relation("What goes well with a hat?", "hat", "scarf")
    assert answers_relation("What goes well with rice?", "rice", "wine")
