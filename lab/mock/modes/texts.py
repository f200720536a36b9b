"""Modes that change the texts in an otherwise good answer."""

from random import Random

FAMILIES = (
    ("<|im_start|>assistant\n", "<|im_end|>"),
    ("<start_of_turn>model\n", "<end_of_turn>"),
    ("<|start_header_id|>assistant<|end_header_id|>\n\n", "<|eot_id|>"),
    ("<s>[INST] ", " [/INST]</s>"),
    ("<|assistant|>", "<|end|>"),
    ("<\uff5cAssistant\uff5c>", "<\uff5cend\u2581of\u2581sentence\uff5c>"),
)
"""The control tokens of families of models: before and after a turn."""
FOREIGN_WORDS = (
    *("Kirschbaum", "Leuchtturm", "Spazierstock", "Regenschirm", "écureuil", "brouillard"),
    *("horloge", "рыбак", "облако", "ключ", "месяц", "月亮", "钥匙", "森林", "みずうみ"),
    *("ふくろう", "저녁", "바다", "قمر", "نهر", "mariposa", "ceniza", "φεγγάρι", "köprü"),
)
FOREIGN_SENTENCES = (
    "Das erinnert mich an {}.",
    "Cela me fait penser à {}.",
    "Это похоже на {}.",
    "我想到的是{}。",
    "Me recuerda a {}.",
)


def add_escapes(text: str, rng: Random) -> str:  # noqa: ARG001
    """Add terminal escape sequences: a colour, a title, a clear screen, a link."""
    return f"\x1b[31m{text}\x1b[0m\x1b]0;title\x07\x1b[2J\x1b]8;;http://example.invalid\x1b\\"


def add_markup(text: str, rng: Random) -> str:  # noqa: ARG001
    """Add markup."""
    return f"[b]{text}[/b]"


def add_control_tokens(text: str, rng: Random) -> str:
    """Add the control tokens of some family of models."""
    before, after = rng.choice(FAMILIES)
    return rng.choice((f"{text}{after}", f"{before}{text}", f"{before}{text}{after}"))


def change_language(text: str, rng: Random) -> str:
    """Say something in another language: a word for a word, a sentence for a sentence."""
    word = rng.choice(FOREIGN_WORDS)
    return rng.choice(FOREIGN_SENTENCES).format(word) if " " in text else word
