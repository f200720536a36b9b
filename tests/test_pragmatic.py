"""Parlour's own player: what it hears, what it says, and that it keeps the rules of every seat."""

import asyncio
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import engine.players.pragmatic.listeners
from engine.call_log import build_call_log
from engine.config.paths import get_vectors_folder
from engine.config.settings import load_settings
from engine.games.catalog import find
from engine.games.decrypto import pragmatic, pragmatic_beliefs
from engine.games.decrypto.hint_candidates import load_candidates
from engine.games.decrypto.imagined_interceptors import imagine_interceptors
from engine.games.decrypto.kin import are_kin
from engine.games.decrypto.moves import CODES, Guess
from engine.games.decrypto.options import Options
from engine.games.decrypto.past_hint_scores import sort_hints
from engine.games.decrypto.pragmatic import PragmaticPlayer, plan_hints
from engine.games.decrypto.pragmatic_beliefs import infer_beliefs
from engine.games.decrypto.roles import Role
from engine.games.decrypto.seat_settings import Caution, Partner
from engine.games.decrypto.stakes import Stakes, weigh_stakes
from engine.games.decrypto.view import Round, View, find_hints_fault
from engine.games.dixit.clue_candidates import rate_corpus
from engine.games.dixit.clue_plan import deal_hands, simulate_votes
from engine.games.dixit.clue_similarity import open_clue_similarity
from engine.games.taboo import pragmatic as taboo
from engine.games.taboo import pragmatic_beliefs as taboo_beliefs
from engine.games.taboo import talk_nouns
from engine.games.taboo.options import Options as TabooOptions
from engine.games.taboo.view import Role as TabooRole
from engine.games.taboo.view import View as TabooView
from engine.games.undercover import line_fit, vote_prediction
from engine.games.undercover import pragmatic as undercover
from engine.games.undercover import pragmatic_beliefs as undercover_beliefs
from engine.games.undercover.baseline import SENTENCES
from engine.games.undercover.options import Options as UndercoverOptions
from engine.games.undercover.suspicion import rate_suspects
from engine.games.undercover.view import Line
from engine.games.undercover.view import View as UndercoverView
from engine.journal.reader import read_record
from engine.options import parse_options
from engine.play import play
from engine.players.factory import create_player
from engine.players.pragmatic.greatest import find_greatest
from engine.players.pragmatic.listeners import load_listeners
from engine.players.spec import LineupError, parse_spec
from engine.players.vectors.word_recovery import recover_words
from engine.players.vectors.word_vectors import load_word_vectors
from engine.seat import Seat
from engine.session import Session
from images.deck_reader import open_deck
from tests import canaries
from words.game_words import read_hint_corpus
from words.knowledge import read_word_facts
from words.space.names import EMBEDDED_SPACES, LISTENING_SPACES
from words.space.writer import write_space

ENCODER = View(
    role=Role.ENCODER,
    number=1,
    keywords=("pirate", "wedding", "tiger", "violin"),
    code=(3, 1, 4),
    hints=None,
    rounds=(),
    options=Options(),
    outcome=None,
    over=False,
)


def decide(
    view: View,
    spaces: str = "",
    strength: int = 3,
    caution: Caution = "usual",
    partner: Partner = "lineup",
) -> Any:
    assert view.role is not None
    player = PragmaticPlayer(Seat(view.role), "seed", spaces, strength, caution, partner)
    return asyncio.run(player.decide(view, None))


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("sunflower", "sunflower"),
        ("colour", "colour"),
        ("elefant", "elephant"),
        ("snowbloster", ""),
        ("wolfishness", "wolf"),
        ("zebra crosing", "zebra crossing"),
    ],
)
def test_unknown_words_are_heard_as_what_they_are_made_from(text: str, heard: str) -> None:
    space = load_listeners().spaces[0]
    assert recover_words(space, text) == heard


def test_nearness_does_not_depend_on_how_near_a_word_is_to_everything() -> None:
    listeners = load_listeners()
    near, far = listeners.compare(["ship"], ["pirate", "wedding"])[:, 0].T
    assert (near > far + 1).all()
    assert not listeners.compare(["qqqqxxxx"], ["pirate"]).any()
    corpus = listeners.compare_with_corpus("ship")[:, listeners.place["pirate"]]
    assert corpus == pytest.approx(near, abs=1e-3)


def test_a_text_compares_with_the_corpus_alone_as_among_others() -> None:
    listeners = load_listeners()
    (alone,) = listeners._compare_with_corpus(("ship",))
    among = listeners._compare_with_corpus(("zebra", "New York", "ship"))[2]
    assert np.array_equal(alone, among)  # or a hint would depend on what was asked before
    listeners._compared.clear()
    texts = ("ship", *listeners.corpus[:9], "ship")
    found = listeners.compare_all_with_corpus(texts)
    assert found[0] is found[-1]
    assert np.array_equal(found[0], alone)
    places = np.array([listeners.place[word] for word in ("ship", "pirate", "wedding")])
    near = listeners.compare(("ship", "pirate"), ("pirate", "wedding")).mean(axis=0)
    assert listeners.compare_words(places[:2], places[1:]) == pytest.approx(near, abs=1e-3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine.players.pragmatic.listeners, "KEPT_TEXTS", 3)
        listeners.compare_all_with_corpus(("ship", "pirate"))
        assert list(listeners._compared)[-2:] == ["ship", "pirate"]
        assert len(listeners._compared) == 3


def test_the_greatest_values_are_those_of_a_stable_sort() -> None:
    values = np.random.default_rng(1).integers(0, 40, 700) / 8
    for count in (1, 5, 21, 22, 300, 900):
        expected = np.argsort(-values, kind="stable")[:count]
        assert find_greatest(values, count).tolist() == expected.tolist()


def test_the_odds_of_candidates_make_the_beliefs_in_each_triple() -> None:
    """What a listener believes is the softmax over all free codes of what speaks for each."""
    past = Round(("anchor", "groom", "stripe"), (1, 2, 3), (1, 2, 3), (1, 2, 3))
    view, listeners = ENCODER.model_copy(update={"number": 2, "rounds": (past,)}), load_listeners()
    assert view.keywords is not None
    assert view.code is not None
    candidates = load_candidates(listeners, view.keywords, 9)
    pools = [candidates.list_fresh(digit - 1, frozenset(), 5) for digit in view.code]
    judge = pragmatic._Judge(listeners, view, candidates, pools, 0.25, (12.0, 0.375))
    triples = np.array([(0, 1, 2), (4, 0, 3)])
    rates = judge.rate(triples)
    told = sort_hints(view.rounds)
    decoders = pragmatic._compare_decoders(listeners, view, candidates, told, pools)
    for triple, rate in zip(triples, rates, strict=True):
        rows = triple + np.array([0, 5, 10])
        beliefs = []
        for heard in decoders:
            sums = {one: heard[rows, np.array(one) - 1].sum() for one in CODES if one != past.code}
            chances = {one: np.exp(total) for one, total in sums.items()}
            beliefs.append(chances[view.code] / sum(chances.values()))
        assert rate[0] == pytest.approx(min(beliefs))
    for place in range(3):
        others, values = judge.rate_others(triples, place)
        assert len(others) == 2 * 5
        assert values == pytest.approx(judge.rate(others))
    first = candidates.words[candidates.list_fresh(0, frozenset(), 1)[0]]
    fresh = candidates.list_fresh(0, frozenset({first}), 99)
    assert not any(are_kin(candidates.words[at], first) for at in fresh)


def test_a_hint_that_tells_more_of_its_keyword_is_more_exposed() -> None:
    listeners = load_listeners()
    keywords = ("anchor", "wedding", "zebra", "pepper")
    candidates = load_candidates(listeners, keywords, 40)
    pools = [candidates.list_fresh(digit - 1, frozenset(), 40) for digit in (1, 2, 3)]
    imagined = imagine_interceptors(listeners, candidates, ((),) * 4, pools, keywords, (1, 2, 3))
    near = listeners.compare([candidates.words[at] for at in pools[0]], keywords[:1]).mean(axis=0)
    assert np.corrcoef(near[:, 0], imagined.exposure[:40])[0, 1] > 0.5
    assert (imagined.exposure < 0).all()


def test_keywords_outside_of_the_deck_are_not_exposed() -> None:
    listeners = load_listeners()
    keywords = ("zwieback", "wedding", "zebra", "pepper")
    candidates = load_candidates(listeners, keywords, 9)
    pools = [candidates.list_fresh(digit - 1, frozenset(), 9) for digit in (1, 2, 3)]
    imagined = imagine_interceptors(listeners, candidates, ((),) * 4, pools, keywords, (1, 2, 3))
    assert not imagined.exposure[: len(pools[0])].any()


def test_more_caution_tells_less_to_an_interceptor_who_knows_what_people_think_of() -> None:
    """Four times the same eight rounds, by each caution, read with all listeners."""
    read: dict[Caution, float] = {}
    cautions: tuple[Caution, ...] = ("bold", "cautious")
    for caution, start in product(cautions, (0, 4, 8, 12)):
        view, hits = ENCODER, 0.0
        for number, code in enumerate(CODES[start : start + 8], 1):
            view = view.model_copy(update={"code": code, "number": number})
            hints = decide(view, caution=caution).words
            assert find_hints_fault(view, hints) is None
            seen = view.model_copy(
                update={"role": Role.INTERCEPTOR, "keywords": None, "code": None, "hints": hints}
            )
            hits += infer_beliefs(load_listeners(), seen).chances[CODES.index(code)]
            view = view.model_copy(
                update={"rounds": (*view.rounds, Round(hints, code, code, code))}
            )
        read[caution] = read.get(caution, 0) + hits
    assert read["cautious"] < read["bold"]


def weigh(number: int, hits: int, options: Options = Options()) -> Stakes:  # noqa: B008 - frozen
    rounds = tuple(
        Round(("a", "b", "c"), code, code, code if place < hits else CODES[-1])
        for place, code in enumerate(CODES[: number - 1])
    )
    return weigh_stakes(
        ENCODER.model_copy(update={"number": number, "rounds": rounds, "options": options})
    )


def test_what_becomes_known_costs_more_the_more_rounds_follow_and_the_nearer_the_end_is() -> None:
    costs = [weigh(number, 0).exposure for number in range(1, 9)]
    assert costs == sorted(costs, reverse=True)
    assert weigh(8, 0).exposure == weigh(8, 1).exposure == 0
    for number in range(2, 8):
        assert weigh(number, 1).exposure > weigh(number, 0).exposure
        assert weigh(number, 1).interception == 1  # it loses the game
        assert 0 < weigh(number, 0).interception < 1
    assert weigh(8, 0).interception == 0  # one hit in the last round loses nothing
    assert weigh(1, 0, Options(first_round_interception=False)).interception == 0
    assert weigh(8, 0, Options(players=4)).interception > 0  # points decide between two teams
    for rounds in (1, 24):
        for tokens in range(1, 5):
            options = Options(rounds=rounds, tokens=tokens)
            assert all(0 <= cost < 99 for cost in weigh(1, 0, options))


def test_the_last_hints_are_plainer_if_nothing_is_at_stake() -> None:
    done = Round(("ship", "ring", "stripes"), (1, 2, 3), (1, 2, 3), (3, 2, 1))
    caught = replace(done, interceptor=done.code)
    sure = {}
    for hit, past in ((False, done), (True, caught)):
        view = ENCODER.model_copy(update={"number": 8, "rounds": (past,)})
        plan = plan_hints(load_listeners(), view, "seed", 3)
        sure[hit] = plan.values[0]
    assert sure[False][0] >= sure[True][0]  # understood
    assert sure[False][1] > sure[True][1]  # read by interceptors


def test_for_word_vectors_the_encoder_is_understood_by_every_space_alone() -> None:
    hints = decide(ENCODER, partner="vectors").words
    assert find_hints_fault(ENCODER, hints) is None
    view = ENCODER.model_copy(update={"role": Role.DECODER, "code": None, "hints": hints})
    for spaces in ("word2vec", "glove", ""):
        assert decide(view, spaces=spaces) == Guess(code=(3, 1, 4)), spaces


def test_the_encoder_repeats_no_hint_and_strength_takes_it_farther() -> None:
    assert ENCODER.keywords is not None
    natural = []
    for strength in (1, 5):
        view, said = ENCODER, list[str]()
        for code in CODES[:6]:
            view = view.model_copy(update={"code": code})
            hints = decide(view, strength=strength).words
            said += hints
            done = Round(hints, code, code, code)
            view = view.model_copy(
                update={"number": view.number + 1, "rounds": (*view.rounds, done)}
            )
        assert len(set(said)) == len(said)
        assert not any(are_kin(word, keyword) for word in said for keyword in ENCODER.keywords)
        listeners = load_listeners()
        digits = [digit for code in CODES[:6] for digit in code]
        keywords = [ENCODER.keywords[digit - 1] for digit in digits]
        near = listeners.compare(said, keywords).mean(axis=0)
        natural.append(sum(near[place, place] for place in range(len(said))))
    assert natural[0] > natural[1]


def test_words_of_one_root_are_kin() -> None:
    for word, other in (("hero", "heroine"), ("translation", "translator"), ("strike", "striker")):
        assert are_kin(word, other)
        assert are_kin(other, word)
    for word, other in (("ship", "shelf"), ("tiger", "tide"), ("lion", "cub")):
        assert not are_kin(word, other)


def test_past_hints_help_the_decoder_and_the_interceptor() -> None:
    past = Round(("anchor", "groom", "stripe"), (1, 2, 3), (1, 2, 3), (1, 2, 3))
    view = ENCODER.model_copy(update={"number": 2, "code": None, "rounds": (past,)})
    view = view.model_copy(
        update={"hints": ("bride", "zebra", "boat"), "role": Role.INTERCEPTOR, "keywords": None}
    )
    assert decide(view) == Guess(code=(2, 3, 1))
    weak = (PragmaticPlayer(Seat(Role.INTERCEPTOR), str(seed), "", 1) for seed in range(12))
    guesses = [asyncio.run(player.decide(view, None)) for player in weak]
    assert {Guess(code=(2, 3, 1))} < set(guesses)
    assert Guess(code=(1, 2, 3)) not in guesses
    chances = infer_beliefs(load_listeners(), view).chances
    assert sum(chances) == pytest.approx(1, abs=1e-6)
    assert chances[CODES.index((1, 2, 3))] == 0


SHORT = {
    "decrypto": {"rounds": "3"},
    "dixit": {"rounds": "4"},
    "undercover": {"rounds": "2"},
    "taboo": {"turns": "3"},
}


@pytest.mark.parametrize("game", SHORT)
def test_a_match_is_reproducible_and_every_move_explained(game: str, tmp_path: Path) -> None:
    definition = find(game)
    options = parse_options(definition.options_type, SHORT[game])
    seats = dict.fromkeys(definition.list_seats(options), parse_spec("pragmatic,strength=2"))
    records = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.jsonl"
        session = Session.create(
            definition, options, seats, "moon", path=path, settings=load_settings()
        )
        asyncio.run(play(session.match, session.create_players(), before_move=session.record_move))
        session.close()
        records.append(read_record(path))
    one, two = records
    assert [entry.move for entry in one.moves] == [entry.move for entry in two.moves]
    assert all(entry.attempts == 1 for entry in one.moves)
    lists = {"associations", *definition.word_lists}
    assert set(one.header.spaces) == {*EMBEDDED_SPACES, *lists}
    call_log = build_call_log(one, definition, data=load_settings().data)
    for logged in call_log.moves:
        explained = call_log.explain_move(logged)
        assert explained
        for table in explained:
            assert len(table.values) == len(table.rows)
            assert all(len(row) == len(table.columns) for row in table.values)
            assert "follow now" not in table.note
            assert "follows now" not in table.note


SECRETS = {
    "decrypto": ("keywords", "zqlantern,zqharbor,zqviolin,zqwedding"),
    "undercover": ("words", "zqlantern,zqharbor"),
    "taboo": ("word", "zqlantern"),
    "dixit": ("deck", str(canaries.FOLDER)),
}


@pytest.mark.parametrize("game", SECRETS)
def test_explanations_hold_no_secret_of_another_seat(game: str) -> None:
    definition = find(game)
    secret, value = SECRETS[game]
    options = parse_options(definition.options_type, {**SHORT[game], secret: value})
    seats = dict.fromkeys(definition.list_seats(options), parse_spec("pragmatic"))
    session = Session.create(definition, options, seats, "canary", settings=load_settings())
    players = session.create_players()
    seen: dict[int, int] = {}
    try:
        while session.match.awaits:
            for seat in sorted(session.match.awaits):
                view = session.match.view(seat)
                move = asyncio.run(players[Seat(seat)].decide(view, None))
                tables = definition.explain_pragmatic_move(Seat(seat), "canary", view, move)
                hidden = list_hidden_words(game, view, value)
                said = repr(tables).lower()
                assert not [word for word in hidden if word in said], (seat, view)
                seen[seat] = seen.get(seat, 0) + len(hidden)
                session.match.submit(Seat(seat), move)
    finally:
        session.close()
    assert seen.keys() == set(range(len(seats)))
    assert sum(seen.values())


def list_hidden_words(game: str, view: Any, value: str) -> list[str]:
    """Secrets that the view of a seat does not show; odd words that no text holds by chance."""
    if game == "dixit":
        cards = open_deck(value).cards
        shown = set(view.hand) | set(view.choices)
        hidden = [card for name, card in cards.items() if name not in shown]
        return [odd.lower() for card in hidden for odd in (card.id, card.title)]
    words = value.split(",")
    known: tuple[str | None, ...]
    if game == "decrypto":
        known = tuple(words) if view.keywords else ()
    else:
        known = (view.word if game == "undercover" else view.target,)
    return [word for word in words if word not in known]


def test_undercover_finds_who_shares_its_word_and_speaks_of_the_thing() -> None:
    view = undercover_view(
        "piano", ((1, "It has keys and strings."), (2, "It barks at strangers."))
    )
    beliefs = undercover_beliefs.infer_beliefs(load_listeners(), view)
    assert beliefs.other[Seat(2)] > beliefs.other[Seat(1)] + 0.1
    player = undercover.PragmaticPlayer(Seat(0), "seed", "", 3)
    spoken: Any = asyncio.run(player.decide(view, None))
    assert spoken.line.startswith("It ")
    assert line_fit.rate_line(load_listeners(), spoken.line, ("piano", "dog"))[0] > 1
    empty = line_fit.rate_line(load_listeners(), "It is some sort of a thing.", ("piano",))
    assert not empty.any()


@pytest.mark.parametrize("word", ["piano", "elk", "lantern", "bread", "bicycle", "castle"])
def test_undercover_tells_baselines_from_those_who_speak_of_the_thing(word: str) -> None:
    near = load_word_vectors("word2vec").rank(word, 4)
    assert near is not None
    texts = [load_word_vectors("word2vec").corpus[place] for place in near]
    facts = read_word_facts()[word]
    lines = [(1, SENTENCES[at].format(text)) for at, text in enumerate(texts[:2])]
    lines += [(2, f"It {fact}.") for fact in facts[:2]]
    beliefs = undercover_beliefs.infer_beliefs(
        load_listeners(), undercover_view(word, tuple(lines))
    )
    as_baseline = {seat: sum(chances) for seat, chances in beliefs.kinds.items()}
    assert as_baseline[Seat(1)] > 0.5 > 0.2 > as_baseline[Seat(2)]


def test_among_persons_undercover_does_not_name_a_word_that_the_others_may_have() -> None:
    said = ((1, "It lives in the woods and has antlers."), (2, "It is hunted in autumn."))
    view = undercover_view("elk", said)
    beliefs = replace(
        undercover_beliefs.infer_beliefs(load_listeners(), view),
        odd=0.2,
        words=("deer", "tiger"),
        chances=(0.4, 0.01),
        kinds={Seat(1): (0.0, 0.0, 0.0), Seat(2): (0.0, 0.0, 0.0)},
    )
    persons = undercover.rank_lines(load_listeners(), view, beliefs, 3)
    assert "deer" not in persons[0].text
    kinds: dict[Seat, tuple[float, ...]] = dict.fromkeys((Seat(1), Seat(2)), (0.5, 0.5, 0.0))
    baselines = undercover.rank_lines(load_listeners(), view, replace(beliefs, kinds=kinds), 3)
    assert place_of("deer", baselines) < place_of("deer", persons)


def place_of(word: str, lines: list[Any]) -> int:
    return next(place for place, line in enumerate(lines) if word in line.text)


def test_undercover_expects_words_that_people_play_with() -> None:
    for word in ("piano", "tiger", "bread"):
        found = undercover_beliefs.list_other_words(load_listeners(), word)
        played = set(found).intersection(undercover_beliefs.list_played_words())
        assert len(played) >= undercover_beliefs.OTHER_WORDS
        assert word not in found


def test_foreseen_votes_are_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounded shares of the baselines may add up to more than 1, and no other word be likely."""
    monkeypatch.setattr(vote_prediction, "DOUBT", 0.01)  # so a baseline surely votes for one seat
    listeners, view = load_listeners(), undercover_view("piano", ((1, "It has zebra."),))
    believed = undercover_beliefs.Beliefs(
        other={Seat(1): 1.0, Seat(2): 0.0},
        odd=1.0,
        words=("organ",),
        chances=(0.0,),
        kinds={Seat(1): (0.5, 0.25, 0.25), Seat(2): (0.5, 0.300001, 0.2)},
    )
    for votes in vote_prediction.predict_votes(listeners, view, believed).values():
        assert (votes >= 0).all()
        assert votes.sum() == pytest.approx(1)
    assert rate_suspects(listeners, view, believed, Random(1)).keys() == {1, 2}


def undercover_view(word: str, said: tuple[tuple[int, str], ...]) -> Any:
    lines = tuple(Line(Seat(seat), text) for seat, text in said)
    return UndercoverView(
        seat=Seat(0),
        number=1,
        word=word,
        order=(Seat(1), Seat(2), Seat(0)),
        lines=lines,
        rounds=(),
        roles=(None, None, None),
        words=None,
        outcome=None,
        options=UndercoverOptions(players=3, undercover=1),
    )


def test_the_defender_of_taboo_infers_the_target_and_says_no_suspect() -> None:
    talk = ("What goes with sail, harbor?", "Water.", "And with captain, deck?")
    view = TabooView(
        role=TabooRole.DEFENDER,
        target=None,
        talk=talk,
        guess=None,
        options=TabooOptions(),
        outcome=None,
    )
    beliefs = taboo_beliefs.infer_beliefs(load_listeners(), view)
    assert {"ship", "boat"} & set(beliefs.words[:3])
    assert taboo_beliefs.infer_attacker_words(load_listeners(), view) == (
        "sail",
        "harbor",
        "captain",
        "deck",
    )
    answers = taboo.list_answers(load_listeners(), view, beliefs, Random(1))
    assert not set(answers[:5]) & set(beliefs.words[: taboo.SAFE])


def test_the_last_defender_that_an_attacker_imagines_is_this_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listeners, seen = load_listeners(), []

    def imagine(marks: Any, *_: Any) -> tuple[float, float, float]:
        seen.append(marks)
        return 0.0, 0.0, 0.0

    monkeypatch.setattr(taboo, "_predict_defender", imagine)
    taboo._predict_answer(listeners, ("moon",), listeners.place["eclipse"], 0)
    assert len(seen) == len(LISTENING_SPACES) + 1
    talk = ("Moon?", "Night.", "And eclipse?")
    view = TabooView(
        role=TabooRole.DEFENDER,
        target=None,
        talk=talk,
        guess=None,
        options=TabooOptions(),
        outcome=None,
    )
    inferred = taboo_beliefs.infer_beliefs(listeners, view)
    marks = seen[-1][[listeners.place[word] for word in inferred.words[:5]]]
    assert marks[0] == seen[-1].max()
    assert np.allclose(np.diff(marks), np.diff(np.log(inferred.chances[:5])), atol=0.01)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("With loser, obviously.", "loser"),
        ("Rather root and vegetable, if you ask me.", "vegetable"),
        ("I would say dogs.", "dogs"),
        ("It could be something, I believe.", None),
        ("Not far from lamb.", None),  # said before
        ("Authentication.", None),  # no everyday word
    ],
)
def test_taboo_takes_up_a_word_that_was_offered(line: str, offered: str | None) -> None:
    talk = ("What goes with lamb?", line)
    view = TabooView(
        role=TabooRole.ATTACKER,
        target="ship",
        talk=talk,
        guess=None,
        options=TabooOptions(),
        outcome=None,
    )
    assert talk_nouns.find_offered_word(view) == offered


def test_a_storyteller_prefers_things_to_abstractions_and_hubs() -> None:
    listeners = load_listeners()
    definition = find("dixit")
    options = definition.options_type()
    seats = dict.fromkeys(definition.list_seats(options), parse_spec("random"))
    session = Session.create(definition, options, seats, "moon", settings=load_settings())
    view: Any = session.match.view(None)
    session.close()
    deck = open_clue_similarity(listeners, view.deck, view.fingerprint)
    rates = dict(zip(listeners.corpus, rate_corpus(deck).tolist(), strict=True))
    for thing in ("straw", "anchor", "coffee"):
        for other in ("authentication", "nationalism", "success", "realty"):
            assert rates[thing] > rates[other] + 0.5


def test_a_storyteller_avoids_clues_that_all_or_none_would_find() -> None:
    target, others = np.array([[3.0], [0.0], [-3.0]]), np.zeros((3, 9, 1))
    others[:, 0] = 0.1
    hands = deal_hands(np.random.default_rng(1), 50, 9, 3, 3)
    partial, every, nobody = simulate_votes(target, others, hands, np.ones((50, 3, 1)), 2.0).T
    assert partial.argmax() == 1
    assert every.argmax() == 0
    assert nobody.argmax() == 2
    assert partial + every + nobody == pytest.approx(1)


def test_unknown_spaces_and_settings_are_refused() -> None:
    definition = find("decrypto")
    game = definition.create(Options(), {"keywords": list(ENCODER.keywords or ())})
    with pytest.raises(LineupError, match="There is no space named 'moon'"):
        create_player(
            parse_spec("pragmatic,spaces=moon"),
            definition,
            game,
            Seat(0),
            "1",
            settings=load_settings(),
        )
    with pytest.raises(LineupError, match="strength must be a whole number from 1 to 5, not 9"):
        parse_spec("pragmatic,strength=9")
    with pytest.raises(LineupError, match="spaces must be names joined by"):
        parse_spec("pragmatic,spaces=+")
    assert str(parse_spec("pragmatic, spaces=word2vec+glove")) == "pragmatic,spaces=word2vec+glove"
    assert parse_spec("pragmatic").display_name("encoder", definition) == "Parlour"


def test_a_space_of_its_own_is_added_to_what_the_player_knows() -> None:
    assert parse_spec("pragmatic,space=mine").spaces == (*LISTENING_SPACES, "mine")
    assert parse_spec("pragmatic,space=mine+news").listeners == (
        "word2vec+glove+webster+mine+news+associations"
    )
    assert parse_spec("pragmatic,spaces=glove,space=mine").listeners == "glove+mine"
    assert parse_spec("pragmatic,spaces=glove+associations,space=mine").uses_associations
    assert parse_spec("pragmatic").listeners == ""


@pytest.mark.parametrize("game", SHORT)
def test_every_game_is_played_with_an_imported_space(game: str) -> None:
    rng = np.random.default_rng(1)
    words = [*read_hint_corpus()]
    del words[::3]  # which are recovered from others
    path = get_vectors_folder(load_settings().data) / "mine.space"
    write_space(path, words, rng.standard_normal((len(words), 8)), name="mine")
    definition = find(game)
    options = parse_options(definition.options_type, SHORT[game])
    seats = dict.fromkeys(definition.list_seats(options), parse_spec("pragmatic,space=mine"))
    session = Session.create(definition, options, seats, "own", path=None, settings=load_settings())
    asyncio.run(play(session.match, session.create_players()))
    assert session.match.score is not None
    assert "mine" in session.header.spaces


def test_the_interceptor_believes_the_space_that_explains_past_codes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Space 0 always reads 1-2-3, space 1 always 4-3-2; past codes decide whom to believe."""

    def read(_: Any, space: int, *__: Any) -> Any:
        scores = np.zeros((3, 4))
        scores[range(3), np.array((1, 2, 3) if space == 0 else (4, 3, 2)) - 1] = 5.0
        return scores

    monkeypatch.setattr(pragmatic_beliefs, "_read_in_space", read)
    listeners = load_listeners("word2vec+glove")
    for code, likelier, other in (
        ((1, 2, 4), (1, 2, 3), (4, 3, 2)),
        ((4, 3, 1), (4, 3, 2), (1, 2, 3)),
    ):
        past = (Round(("a", "b", "c"), code, code, code),)
        logs = pragmatic_beliefs._read_as_one_space(listeners, ("d", "e", "f"), past)
        assert logs[CODES.index(likelier)] > logs[CODES.index(other)] + 1
        assert logs[CODES.index(code)] == pytest.approx(np.log(1e-12))
