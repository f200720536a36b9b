"""Words that are disguised by letters of other scripts, by signs, or by what has no glyph."""
# ruff: noqa: RUF001 - the letters that look alike are what is tested

from collections.abc import Iterator
from random import Random

import pytest

from engine.forms.giveaway import find_free, match_in_line, match_word
from engine.forms.mixed_scripts import find_mixed_scripts, find_mixed_word
from engine.games.decrypto.moves import Hint
from engine.games.decrypto.options import Options as DecryptoOptions
from engine.games.decrypto.rules import Decrypto
from engine.games.taboo.moves import Say
from engine.games.taboo.options import Options as TabooOptions
from engine.games.taboo.rules import Taboo
from engine.games.undercover.moves import Describe
from engine.games.undercover.options import Options as UndercoverOptions
from engine.games.undercover.rules import Undercover
from engine.match import Match
from engine.seat import Seat
from words.game_words import read_hint_corpus, read_keywords

LATIN = "abcdefghijklmnopqrstuvwxyz"
PLAIN = (
    "fire",
    "moon",
    "castle",
    "bridge",
    "salmon",
    "window",
    "pocket",
    "jazz",
    "queen",
    "oxygen",
)
ALPHABETS = {
    "Cyrillic": dict(zip("acehijkmopstxydqw", "асеһіјкморѕтхуԁԛԝ", strict=True)),
    "Greek capitals": dict(zip("abehikmnoptxyz", "ΑΒΕΗΙΚΜΝΟΡΤΧΥΖ", strict=True)),
    "Greek": dict(zip("aiknopuvwx", "αικηορυνωχ", strict=True)),
    "Armenian": dict(zip("ghjnosuo", "ցհյոօսսօ", strict=True)),
    "Cherokee": dict(zip("adegijkmprstvwz", "ᎪᎠᎬᏀᎥᎫᏦᎷᏢᎡᏚᎢᏙᎳᏃ", strict=True)),
    "Lisu": dict(zip("abcdefghijklmnoprstuvwxyz", "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", strict=True)),
    "Coptic": dict(zip("cehikmnoprtxy", "ⲥⲉⲏⲓⲕⲙⲛⲟⲣⲅⲧⲭⲩ", strict=True)),
    "small capitals": dict(zip("abcdefghijklmnoprtuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢ", strict=True)),
    "turned": dict(zip("aefghikmrtvwy", "ɐǝɟƃɥᴉʞɯɹʇʌʍʎ", strict=True)) | {"f": "f"},
    "wide": {c: chr(ord(c) + 0xFEE0) for c in LATIN},
    "circled": {c: chr(0x24D0 + ord(c) - 97) for c in LATIN},
    "in black circles": {c: chr(0x1F150 + ord(c) - 97) for c in LATIN},
    "squared": {c: chr(0x1F130 + ord(c) - 97) for c in LATIN},
    "in black squares": {c: chr(0x1F170 + ord(c) - 97) for c in LATIN},
    "of flags": {c: chr(0x1F1E6 + ord(c) - 97) for c in LATIN},
    "bold": {c: chr(0x1D41A + ord(c) - 97) for c in LATIN},
    "Fraktur": {c: chr(0x1D586 + ord(c) - 97) for c in LATIN},
    "typewriter": {c: chr(0x1D68A + ord(c) - 97) for c in LATIN},
    "digits": dict(zip("abegilost", "483911057", strict=True)),
    "signs": dict(zip("aeilost", "@€!|0$+", strict=True)),
    "strokes": dict(zip("bdghilortz", "ƀđǥħɨłøɍŧƶ", strict=True)),
    "accents": dict(zip("aceginosuyz", "àçéğïñöšüÿž", strict=True)),
}
"""Characters that stand for Latin letters, written by hand and by their numbers."""
INVISIBLE = (
    "\xad\u034f\u061c\u115f\u180b\u200b\u200c\u200d\u200e\u202e\u2060\u2066\u3164\ufe0f\ufeff"
)
MARKS = "\u0300\u0307\u0332\u0336\u0338\u035c\u20d0\u20dd\u20e0\u0488"
BETWEEN = (".", "-", " ", "·", "_", "/", "~", " . ", "—", "'", "▪", "\u2009", "\u00a0")
SINGLE = """
fIame flame|flre fire|rnoon moon|vvindow window|clrum drum|h()rse horse|5|_|n sun|/\\pple apple
\\/an van|brea|) bread|1057 lost|f*re fire|wa_er water|h°use house|f¡sh fish|m○○n moon|m∅on moon
ИОЅЕ nose|ШІПЕ wine|ШАТЕЯ water|ΣΤΑR star|ЯEAD read|сор cop|нат hat|веаг bear|ƨtar star|ΗΑΤS hat
fires! fire|F1RES fire|ѕtars star|ѕunflower sun|ꜱᴜɴs sun|fi ге fire|su и sun|s☺u☺n sun|ﬁre fire
"""


def dress_up() -> Iterator[tuple[str, str]]:
    """Yield words in disguise, and the words."""
    for alphabet in ALPHABETS.values():
        for word in PLAIN:
            whole = "".join(alphabet.get(c, c) for c in word)
            yield from ((one, word) for one in (whole, whole.upper(), whole.title()) if one != word)
            at = next((i for i, c in enumerate(word) if c in alphabet), None)
            if at is not None:
                yield word[:at] + alphabet[word[at]] + word[at + 1 :], word
    for mark in INVISIBLE + MARKS:
        yield f"ca{mark}stle", "castle"
        yield "".join(c + mark for c in "castle"), "castle"
    yield from ((sign.join("castle"), "castle") for sign in BETWEEN)
    for row in SINGLE.split("\n"):
        yield from (
            (said, word) for one in _split(row) for said, _, word in [one.rpartition(" ")] if word
        )


def _split(row: str) -> Iterator[str]:
    kept = ""
    for part in row.split("|"):
        kept = f"{kept}|{part}" if kept else part
        if kept.rpartition(" ")[2].isalpha() and kept.rpartition(" ")[0]:
            yield kept
            kept = ""


DISGUISES = tuple(dict.fromkeys(dress_up()))
FOREIGN = """
огонь луна кошка вода гроза рыба-пила Т-34 жар-птица ёлка счастье підкова ґанок їжак љубав ѓубре
φωτιά νερό θάλασσα γάτα ευτυχία ψωμί ΑΘΗΝΑ ψαλίδι-1 կրակ ջուր հուն ցեխ ցորեն ცეცხლი წყალი
אש מים חתול בית-ספר نار ماء قطة كتاب आग पानी बिल्ली ไฟ น้ำ แมว
lửa nước château œuvre straße smørrebrød
łódź żółw ağaç ığdır šílenství þorn ðálkur 火 水 猫 お茶 ネコ カラオケ 食べ物
りんご 東京タワー 불 물 고양이
韓國 ㄅㄆ 3D 9-to-5 U-boat B12 e-mail 007 20° C++ vis-à-vis naïve rock'n'roll AC/DC
"""


def test_the_disguises_are_many() -> None:
    assert len(DISGUISES) > 500


@pytest.mark.parametrize("alphabet", [*ALPHABETS, "other"])
def test_a_disguised_word_is_refused(alphabet: str) -> None:
    own = set(ALPHABETS.get(alphabet, {}).values())
    disguises = [
        (said, word)
        for said, word in DISGUISES
        if not own or not own.isdisjoint({*said, *said.casefold()})
    ]
    passed = [
        (said, word)
        for said, word in disguises
        if match_word(said, word) is None and find_mixed_scripts(said) is None
    ]
    assert len(disguises) > 5
    assert not passed


def test_a_word_in_one_other_script_is_known_without_the_rule_on_mixed_scripts() -> None:
    for said, word in [("СОАТ", "coat"), ("ВЕАТ", "beat"), ("ΑΤΟΜ", "atom"), ("ꓢꓴꓠ", "sun")]:
        assert find_mixed_scripts(said) is None
        found = match_word(said, word)
        assert found is not None
        assert found.describe(said) == "it looks like the word"


def test_words_of_other_languages_are_allowed() -> None:
    keywords = Random(7).sample(read_keywords(), 60)
    for said in FOREIGN.split():
        assert find_mixed_scripts(said) is None, said
        assert not [keyword for keyword in keywords if match_word(said, keyword)], said


def test_english_words_with_letters_that_look_alike_are_allowed() -> None:
    for said, word in [("corn", "com"), ("burn", "bum"), ("modern", "modem"), ("tax!", "taxi")]:
        assert match_word(said, word) is None
    line = "I burn ten candles at 10 or 11, and call it 3D or a U-boat."
    for word in ("bum", "candies", "loo", "cali", "ant", "boot"):
        assert match_in_line(line, word) is None


def test_the_corpus_for_hints_is_judged_alike_alone_and_as_a_whole() -> None:
    words = read_hint_corpus()[::7]
    for keyword in read_keywords()[::90]:
        free = list(find_free(words, keyword))
        assert free == [word for word in words if match_word(word, keyword) is None]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("it is f\u0456re, is it not", "fire"),
        ("say s u n with me", "sun"),
        ("say $ u n with me", "sun"),
        ("say ѕ ս n with me", "sun"),
        ("my moun tain bike", "mountain"),
        ("the fi re there", "fire"),
        ("the f ire there", "fire"),
        ("the f1re! there", "fire"),
        ("the «ᖴɪʀᴇ» there", "fire"),
        ("c.a.s.t.l.e", "castle"),
        ("a (castl€)", "castle"),
        ("a с а ѕ т l е", "castle"),
    ],
)
def test_a_disguised_word_is_found_in_a_sentence(line: str, word: str) -> None:
    assert match_in_line(line, word) or find_mixed_word(line)


def test_a_sentence_may_hold_words_of_several_scripts() -> None:
    for line in (
        "The Greeks say νερό for it",
        "кот or cat, 猫 or ネコ",
        "a kiss: поцелуй, 5 µm, 20 €",
    ):
        assert find_mixed_word(line) is None
    assert find_mixed_scripts("кот cat")


LETTER = "“\u0456” (U+0456, cyrillic small letter byelorussian-ukrainian i)"


def test_each_game_shows_the_letter_of_another_script() -> None:
    decrypto = Match(
        Decrypto(keywords=("fire", "moon", "cat", "drum"), options=DecryptoOptions()), "1"
    )
    hint = Hint(words=("a l\u0456st", "red", "night"))
    undercover = Match(Undercover(pair=("fire", "flame"), options=UndercoverOptions()), "1")
    (speaker,) = undercover.awaits
    taboo = Match(Taboo(target="fire", options=TabooOptions()), "1")
    answered = Match(Taboo(target="fire", options=TabooOptions()), "1")
    answered.submit(Seat(0), Say(line="Hello."))
    line = "It is f\u0456re."
    faults = (
        decrypto.game.fault(decrypto.view(Seat(0)), hint),
        undercover.game.fault(undercover.view(speaker), Describe(line=line)),
        taboo.game.fault(taboo.view(Seat(0)), Say(line=line)),
        answered.game.fault(answered.view(Seat(1)), Say(line=line)),
    )
    for fault in faults:
        assert fault is not None
        assert LETTER in fault
        assert "Latin letters: write a word in one script" in fault
        assert "fire" not in fault
    fault = decrypto.game.fault(decrypto.view(Seat(0)), Hint(words=("f\u0456re", "red", "night")))
    assert fault is not None
    assert LETTER in fault
