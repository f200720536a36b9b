"""Hints of Parlour's own encoder of Decrypto: what people think of, for whoever decodes them."""

import asyncio
from collections.abc import Mapping
from random import Random

import pytest

from engine.config.settings import load_settings
from engine.forms.giveaway import match_word
from engine.games.catalog import find
from engine.games.decrypto.hint_candidates import load_candidates
from engine.games.decrypto.moves import CODES, Hint
from engine.games.decrypto.options import Options
from engine.games.decrypto.plain_hints import FEWEST, list_plain_hints
from engine.games.decrypto.pragmatic import PragmaticPlayer, plan_hints
from engine.games.decrypto.roles import Role
from engine.games.decrypto.seat_settings import Partner
from engine.games.decrypto.view import Keywords, Round, View
from engine.players.explanation import explain_move
from engine.players.pragmatic.associations import load_associations
from engine.players.pragmatic.listeners import load_listeners
from engine.players.spec import find_kind, parse_spec
from engine.seat import Seat
from engine.session import Session
from words.game_words import read_hint_corpus, read_keywords

KEYWORDS: Keywords = ("monkey", "sheep", "escape", "bank")


def look(keywords: Keywords = KEYWORDS, rounds: tuple[Round, ...] = ()) -> View:
    return View(
        role=Role.ENCODER,
        number=len(rounds) + 1,
        keywords=keywords,
        code=CODES[len(rounds)],
        hints=None,
        rounds=rounds,
        options=Options(),
        outcome=None,
        over=False,
    )


def play_rounds(
    partner: Partner, keywords: Keywords = KEYWORDS, count: int = 8
) -> list[tuple[str, int]]:
    """Let the encoder give the hints of some rounds; return each with its number."""
    player = PragmaticPlayer(Seat(Role.ENCODER), "seed", partner=partner)
    rounds: tuple[Round, ...] = ()
    for code in CODES[:count]:
        view = look(keywords, rounds)
        move = asyncio.run(player.decide(view, None))
        assert isinstance(move, Hint)
        assert view.find_fault(move) is None
        rounds = (*rounds, Round(move.words, code, code, CODES[-1]))
    return [pair for done in rounds for pair in zip(done.hints, done.code, strict=True)]


def test_what_comes_to_mind_first_is_tied_most() -> None:
    ties = load_associations().list_ties("sheep")
    assert max(ties.values()) == ties["wool"] == 1
    assert ties["wool"] > ties["lamb"] > ties["orwell"] > 0
    assert 0 < ties["yarn"] < ties["wool"], "the list of yarn has sheep"
    assert "sheep" not in ties
    assert "carburettor" not in ties
    assert not load_associations().list_ties("zwieback")


@pytest.mark.parametrize("seed", range(4))
def test_candidates_are_legal_tied_to_their_keyword_and_to_no_other(seed: int) -> None:
    one, two, three, four = Random(seed).sample(read_keywords(), 4)
    keywords, listeners = (one, two, three, four), load_listeners()
    for number, keyword in enumerate(keywords):
        hints, rates = list_plain_hints(listeners, keywords, number, 60)
        ties = load_associations().list_ties(keyword)
        strange = [hint for hint in hints if hint not in ties]
        assert len(hints) > 3 * len(strange)
        assert not strange or len(hints) - len(strange) < FEWEST
        assert list(rates) == sorted(rates, reverse=True)
        for hint in hints:
            assert match_word(hint, keyword) is None
        others = [word for word in keywords if word != keyword]
        tied = [hint for hint in hints if hint in ties]
        assert not listeners.associate(tied, others).any()


@pytest.mark.parametrize("partner", ["program", "person"])
def test_every_hint_for_people_and_programs_is_tied_to_its_keyword(partner: Partner) -> None:
    said = play_rounds(partner)
    ties = [load_associations().list_ties(word) for word in KEYWORDS]
    assert all(hint in ties[digit - 1] for hint, digit in said)
    assert len({hint for hint, _ in said}) == len(said)
    corpus = frozenset(read_hint_corpus())
    assert any(hint not in corpus for hint, _ in play_rounds("program"))


def test_a_person_gets_what_comes_to_mind_sooner() -> None:
    ties = [load_associations().list_ties(word) for word in KEYWORDS]
    partners: tuple[Partner, ...] = ("program", "person")
    program, person = (
        sum(ties[digit - 1][hint] for hint, digit in play_rounds(partner)) for partner in partners
    )
    assert person > program


def test_word_vectors_get_words_that_they_know() -> None:
    corpus = frozenset(read_hint_corpus())
    assert all(hint in corpus for hint, _ in play_rounds("vectors", count=4))


def test_keywords_that_no_list_has_get_hints_too() -> None:
    said = play_rounds("person", ("zwieback", "sheep", "qqqq", "bank"), count=6)
    assert len({hint for hint, _ in said}) == 18


def test_hints_show_new_sides_of_a_keyword() -> None:
    listeners = load_listeners()
    candidates = load_candidates(listeners, KEYWORDS, 40, plain=True)
    wolf = candidates.words.index("wolf")
    assert wolf in candidates.list_fresh(1, frozenset(), 40)
    assert wolf not in candidates.list_fresh(1, frozenset({"wolf"}), 40)


def test_phrases_share_no_word_with_earlier_hints() -> None:
    keywords: Keywords = ("villain", "dam", "pie", "palette")
    candidates = load_candidates(load_listeners(), keywords, 60, plain=True)
    phrases = [word for word in candidates.words if " " in word]
    assert phrases
    for phrase in phrases:
        for word in phrase.split():
            fresh = [candidates.list_fresh(one, frozenset({word}), 99) for one in range(4)]
            assert phrase not in {candidates.words[at] for found in fresh for at in found}


@pytest.mark.parametrize(
    ("seat", "lineup", "partner"),
    [
        (0, ("pragmatic", "human:Ada", "glove"), "person"),
        (0, ("pragmatic", "glove,k=8", "human:Ada"), "vectors"),
        (0, ("pragmatic", "llm:some", "glove"), "program"),
        (1, ("human:Ada", "pragmatic", "human:Ben"), "person"),
        (2, ("human:Ada", "human:Ben", "pragmatic"), "program"),
        (0, ("pragmatic", "human:Ada", "glove", "human:Ben"), "vectors"),
        (1, ("pragmatic", "pragmatic", "glove", "human:Ben"), "person"),
    ],
)
def test_the_lineup_says_who_decodes(seat: int, lineup: tuple[str, ...], partner: str) -> None:
    kinds = tuple(map(find_kind, lineup))
    assert find("decrypto").know_company(Seat(seat), kinds) == {"partner": partner}


def seat_players(*specs: str) -> Session:
    definition, options = find("decrypto"), Options()
    seats = dict(zip(definition.list_seats(options), map(parse_spec, specs), strict=True))
    return Session.create(definition, options, seats, "seed", settings=load_settings())


def find_partner(players: Mapping[Seat, object]) -> Partner:
    player = players[Seat(0)]
    assert isinstance(player, PragmaticPlayer)
    return player.partner


def test_the_encoder_minds_who_decodes_and_who_takes_over_but_for_its_own_setting() -> None:
    session = seat_players("pragmatic", "word2vec", "random")
    players = session.create_players()
    assert find_partner(players) == "vectors"
    session.reseat(Seat(1), parse_spec("pragmatic"))
    assert session.company == ("pragmatic", "pragmatic", "random")
    assert find_partner(players) == "program"
    session.close()
    session = seat_players("pragmatic,partner=person", "word2vec", "random")
    assert find_partner(session.create_players()) == "person"
    session.close()


def test_a_move_is_explained_with_the_partner_for_whom_it_was_made() -> None:
    settings = load_settings()
    pairs: tuple[tuple[str, Partner], ...] = (("human:Ada", "person"), ("glove", "vectors"))
    for decoder, partner in pairs:
        kinds = ("pragmatic", find_kind(decoder), "random")
        plan = plan_hints(load_listeners(), look(), "seed", 3, partner=partner, wanted=1)
        said, _ = explain_move(
            parse_spec("pragmatic"),
            find("decrypto"),
            Seat(0),
            "seed",
            look(),
            Hint(words=plan.best),
            data=settings.data,
            company=kinds,
        )
        assert said.chosen == frozenset({(0, 3)})
