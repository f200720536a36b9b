"""Words from outside: what is left of them."""

import re
from unicodedata import category, is_normalized

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.forms.folding import fold_words
from engine.text import MAX_LINE_LENGTH, clean

ESC, BEL, ST = "\x1b", "\x07", "\x1b\\"

CLEANED = {
    "plain": ("fire engine", "fire engine"),
    "colour": (f"{ESC}[31mred{ESC}[0m", "red"),
    "colour, many numbers": (f"{ESC}[38;2;1;2;3mred", "red"),
    "cursor": (f"a{ESC}[2J{ESC}[1;1Hb", "ab"),
    "private mode": (f"{ESC}[?1049hx", "x"),
    "intermediate": (f"{ESC}[1 qx", "x"),
    "CSI in one byte": ("\x9b31mred", "red"),
    "title, BEL": (f"{ESC}]0;owned{BEL}x", "x"),
    "title, ST": (f"{ESC}]2;owned{ST}x", "x"),
    "title, ST in one byte": (f"{ESC}]2;owned\x9cx", "x"),
    "title, unfinished": (f"a{ESC}]2;owned", "a"),
    "title over lines": (f"a{ESC}]2;ow\nned{BEL}b", "ab"),
    "link": (f"{ESC}]8;;http://evil.example{ST}click{ESC}]8;;{ST}", "click"),
    "clipboard": (f"{ESC}]52;c;QUJD{BEL}x", "x"),
    "OSC in one byte": ("\x9d52;c;QUJD\x9cx", "x"),
    "DCS": (f"{ESC}P1$qm{ST}x", "x"),
    "DCS in one byte": ("\x901$qm\x9cx", "x"),
    "APC, the kitty way to show pictures": (f"{ESC}_Gf=100;AAAA{ST}x", "x"),
    "PM": (f"{ESC}^secret{ST}x", "x"),
    "SOS": (f"{ESC}Xsecret{ST}x", "x"),
    "reset": (f"{ESC}cx", "x"),
    "character set": (f"{ESC}(0x", "x"),
    "keypad": (f"{ESC}=x", "x"),
    "two escapes": (f"{ESC}{ESC}[31mx", "x"),
    "an escape in an escape": (f"{ESC}[3{ESC}[1m1mx", "31mx"),
    "escape at the end": (f"x{ESC}", "x"),
    "controls": ("a\x00b\x08c\x7fd\x85e", "abcd e"),
    "bidi override": ("user\u202etxt.exe", "usertxt.exe"),
    "bidi isolate": ("a\u2066b\u2069c", "abc"),
    "zero width": ("f\u200bi\u200cr\u200de\ufeff", "fire"),
    "soft hyphen": ("fi\u00adre", "fire"),
    "tags": ("fire\U000e0041\U000e007f", "fire"),
    "variation selector": ("\u2764\ufe0f", "\u2764"),
    "Hangul fillers": ("\u3164\u115f\u1160\uffa0", ""),
    "blank of Braille": ("\u2800", ""),
    "grapheme joiner": ("e\u034fx", "ex"),
    "private use": ("a\ue000b", "ab"),
    "unassigned": ("a\u0378b", "ab"),
    "half a pair": ("a\ud800b", "ab"),
    "spaces": ("  a \t\n b\u00a0\u2003\u2028c  ", "a b c"),
    "composed": ("e\u0301", "\u00e9"),
    "a pile of marks": ("a" + "\u0316" * 50 + "b", "a\u0316\u0316\u0316b"),
    "emoji": ("fire \U0001f525", "fire \U0001f525"),
    "markup": ("[red]x[/red] <b>", "[red]x[/red] <b>"),
    "Hebrew": ("שלום", "שלום"),
    "Hindi": ("हिन्दी", "हिन्दी"),
    "long": ("x" * 500, "x" * MAX_LINE_LENGTH),
    "long, cut at a space": ("x" * (MAX_LINE_LENGTH - 1) + " y", "x" * (MAX_LINE_LENGTH - 1)),
    "only escapes, then text": (f"{ESC}[0m" * 20 + "x", "x"),
    "huge": ("x" * 1_000_000, "x" * MAX_LINE_LENGTH),
    "huge and hostile": (f"{ESC}[" * 500_000, ""),
}


@pytest.mark.parametrize("name", CLEANED)
def test_outside_text_is_cleaned(name: str) -> None:
    given_, left = CLEANED[name]
    assert clean(given_) == left


HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\x1b\x9b\x9c\x9d\x90\x07[]PX^_;?0m8\\ \n\u202e\u200b\u0301\u0316\u1100\u1161"
        ),
    ),
    max_size=300,
)


@given(HOSTILE)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert clean(clean(text, 5), 5) == clean(text, 5)


@given(HOSTILE)
def test_clean_text_is_one_short_line_that_cannot_act(text: str) -> None:
    left = clean(text)
    assert len(left) <= MAX_LINE_LENGTH
    assert left == left.strip()
    assert is_normalized("NFC", left)
    assert not {category(c) for c in left} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not re.search(r"\s[\s]|[^\S ]", left)
    left.encode()


@given(HOSTILE)
def test_a_folded_word_is_folded_for_good(text: str) -> None:
    for word in fold_words(text):
        assert fold_words(word) == (word,)
