"""Damaged files: each kind that Parlour reads, damaged in every way, and all that reads it."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from tests.campaign.case import HIDDEN, Case, Ended, Failed, Plan, expect, expect_end
from tests.campaign.damage import ODD_KINDS, Form, damage, make_odd
from tests.campaign.original_files import (
    deck_files,
    journals,
    pictures,
    read_original,
    vector_files,
)
from tests.campaign.processes import build_environment
from tests.campaign.reader import Reader

SECRETS = ("canary-of-a-file-outside",)
"""What lies in a file outside of the folder."""
MEMORY = 900_000_000
"""The most memory that reading may take, with some 300 MB that the reading process has anyway."""
LONGEST = 3000
"""The most characters of a message about a file; it may list several findings of a deck."""
LAST_SETUP = json.dumps(
    {
        "game": "dixit",
        "seats": {"p1": "human:Ada", "p2": "llm:mini", "p3": "vectors:tiny", "p4": "random"},
        "options": {"rounds": "6", "clue_length": "80"},
    }
).encode()
RANDOM = ("--seat=encoder=random", "--seat=decoder=random", "--seat=interceptor=random")


@dataclass(frozen=True)
class Subject:
    """A kind of file, and what reads it."""

    name: str
    form: Form
    content: bytes
    file: str
    """Where it lies in the folder of the case."""
    uses: Sequence[Sequence[str]]
    """Commands, and calls of `tests.campaign.file_uses`; `{}` stands for its path, and
    a word that begins with a slash for a path in the folder of the case."""
    share: float = 1.0
    """How many mutants of it there are, in comparison with others."""
    others: dict[str, bytes] = field(default_factory=dict)
    """Files beside it."""
    secrets: tuple[str, ...] = ()
    """What no message may quote."""
    is_silent: bool = False
    """Nobody has to be told that it is damaged: it is a cache, or an old choice."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """By the beginning of a use: a pattern of what it may say instead of naming the file."""


def build_cases(plan: Plan) -> list[Case]:
    """List the cases: for each kind of file what is no file, then damaged ones by the plan."""
    return build_subject_cases("files", list(build_subjects()), plan)


def build_subject_cases(part: str, subjects: Sequence[Subject], plan: Plan) -> list[Case]:
    """List the cases of kinds of file: what is no file, then damaged ones by the plan."""
    odd = [
        Case(part, f"{subject.name}/{kind}", partial(_run, subject, "", kind), 60)
        for subject in subjects
        for kind in ODD_KINDS
    ]
    shares = sum(subject.share for subject in subjects)
    rest = max(0, plan.mutants - len(odd))
    damaged = [
        Case(part, f"{subject.name}/{number:04}", partial(_run, subject, plan.seed, number), 60)
        for subject in subjects
        for number in range(round(rest * subject.share / shares) + 1)
    ]
    return odd + damaged


def build_subjects() -> Iterator[Subject]:
    """Yield every kind of file."""
    for name, content, secrets, seat in journals():
        shown = ["show", "{}"]
        uses = [
            *(shown, [*shown, "--format", "json"], [*shown, "--format", "csv"]),
            *([*shown, "--format", "html"], [*shown, "--as", seat], [*shown, "--calls"]),
            *(["@resume", "{}"], ["@replay", "{}"], ["@branch", "{}"], ["@list_games", "{}"]),
        ]
        yield Subject(
            *(f"journal-{name}", "jsonl", content, "games/game.jsonl", uses, 2.2),
            secrets=secrets,
            instead={"show": "^(There is no space named|This game goes on, and people play)"},
        )
    for name in ("decrypto-models", "undercover-models", "decrypto-program"):
        uses = [["show", "/games/game.jsonl", "--calls"], ["@inspect", "/games/game.jsonl"]]
        uses += [["show", "/games/game.jsonl", "--calls", "--format", "json"]]
        yield Subject(
            f"calls-{name}",
            "jsonl",
            read_original(f"{name}.calls.jsonl"),
            "games/game.calls.jsonl",
            uses,
            2,
            {"games/game.jsonl": read_original(f"{name}.jsonl")},
        )
    yield from _deck_subjects()
    yield from _vector_subjects()
    yield from _setting_subjects()
    yield from _word_subjects()


def _deck_subjects() -> Iterator[Subject]:
    deck = deck_files()
    check = [["deck", "check", "/deck"], ["deck", "check", "/deck", "--json"], ["@deck", "deck"]]
    text = {name: data for name, data in deck.items() if name.endswith(".png")}
    card = {"@deck": r"card card_01: there is no picture card_01\.png"}
    yield Subject("deck-text", "toml", deck["deck/deck.toml"], "deck/deck.toml", check, 4, text)
    for suffix, data in pictures().items():
        rest = {name: data for name, data in deck.items() if "card_01" not in name}
        yield Subject(
            *(f"card-{suffix}", "binary", data, f"deck/card_01.{suffix}", check, 3, rest),
            instead=card,
        )
        made = [["deck", "new", "/new", "--from", "/photos"], ["deck", "check", "/new"]]
        yield Subject(
            f"photo-{suffix}",
            "binary",
            data,
            f"photos/mine.{suffix}",
            made,
            2,
            {f"photos/other.{suffix}": data},
        )


def _vector_subjects() -> Iterator[Subject]:
    space = read_original("tiny.space")
    uses = [["vectors", "info", "tiny"], ["vectors", "nearest", "moon", "--in", "tiny"]]
    uses += [["vectors", "list"], ["show", "/games/game.jsonl", "--calls"]]
    others = {"games/game.jsonl": read_original("taboo-vectors.jsonl")}
    instead = {
        "vectors nearest": "(space named 'tiny'|tiny does not know the word 'moon')",
        "vectors info": "There is no space named 'tiny'",
        "show": "There is no space named 'tiny'",
    }
    yield Subject(
        "space", "space", space, "data/vectors/tiny.space", uses, 6, others, instead=instead
    )
    mine = {"vectors nearest": "(no space named 'mine'|mine does not know the word 'moon')"}
    for name, content in vector_files().items():
        form: Form = "text" if name.endswith(".txt") else "binary"
        bring = ["vectors", "import", "{}", "--name", "mine"]
        uses = [[*bring, "--trust"] if name.endswith(".kv") else bring]
        uses += [["vectors", "nearest", "moon", "--in", "mine"]]
        yield Subject(f"vectors-{name}", form, content, f"vectors/{name}", uses, 1.5, instead=mine)


def _setting_subjects() -> Iterator[Subject]:
    toml = read_original("parlour.toml")
    uses = [["config", "show"], ["@settings", "{}"], ["vectors", "list"], ["trust", "--list"]]
    unset = {"@settings": r"^There is no key for [\w.]+: set \w+\.$"}
    yield Subject(
        *("own-settings", "toml", toml, "home/config/parlour/parlour.toml", uses, 4), instead=unset
    )
    uses = [*uses, ["trust", "parlour.toml"], ["@settings", "{}"]]
    yield Subject("folder-settings", "toml", toml, "work/parlour.toml", uses, 4, instead=unset)
    dotenv = (
        b"# of a project\nOPENAI_API_KEY=sk-abc\nexport PARLOUR_TIMEOUT='30'\nA=${B}\nB=\"x\ny\"\n"
    )
    uses = [["@dotenv", "{}"], ["trust", ".env"], ["@dotenv", "{}"], ["config", "show"]]
    yield Subject("dotenv", "text", dotenv, "work/.env", uses, 3)
    uses = [["@memory", "{}"]]
    yield Subject("last-set-up", "json", LAST_SETUP, "data/setup.json", uses, 3, is_silent=True)
    for choice, content in (("theme", b"parlour-light"), ("images", b"half")):
        yield Subject(choice, "text", content, f"data/{choice}", uses, 0.5, is_silent=True)
    listed = json.dumps({"/at/home/parlour.toml": "sha256:" + "0" * 64}, indent=1).encode()
    uses = [["@trust", "{}"], ["trust", "--list"], ["trust", "--remove", "parlour.toml"]]
    uses += [["trust", "parlour.toml"], ["trust", "--list"]]
    yield Subject(
        "trust-list",
        "json",
        listed,
        "home/config/parlour/trusted.json",
        uses,
        2,
        {"work/parlour.toml": b"theme = 'dark'\n"},
        is_silent=True,
    )
    yield Subject(
        "card-cache-key",
        "binary",
        bytes(range(32)),
        "cards/key",
        [["@cards", "{}"]],
        0.5,
        is_silent=True,
    )


def _word_subjects() -> Iterator[Subject]:
    words = b"# words\nmountain\nriver\ncobra\nviolin\nanchor\ndesert\n"
    play = ["play", "decrypto", *RANDOM, "--seed", "1", "--set", "rounds=1"]
    yield Subject("keywords", "text", words, "words.txt", [[*play, "--set", "keywords={}"]], 2)
    targets = ["play", "taboo", "--seat=attacker=random", "--seat=defender=random", "--seed", "1"]
    yield Subject(
        "targets",
        "text",
        words,
        "words.txt",
        [[*targets, "--set", "turns=2", "--set", "words={}"]],
        1,
    )
    pairs = b"# theme\tone\tother\nfood\tapple\tpear\nfood\tbread\tcake\nanimals\tdog\twolf\n"
    seats = [f"--seat=p{number}=random" for number in range(1, 6)]
    yield Subject(
        "pairs",
        "text",
        pairs,
        "words.txt",
        [["play", "undercover", *seats, "--seed", "1", "--set", "words={}"]],
        1.5,
    )
    moves = b"".join(
        json.dumps({"Guess": {"code": code}}).encode() + b"\n"
        for code in ([1, 2, 3], [2, 3, 4], [3, 1, 2], [4, 3, 2])
    )
    scripted = ["--seat=encoder=random", "--seat=decoder=script:{}", "--seat=interceptor=random"]
    yield Subject(
        "script",
        "jsonl",
        moves,
        "script.jsonl",
        [["play", "decrypto", *scripted, "--seed", "1", "--set", "rounds=1"]],
        2,
    )


def _run(subject: Subject, seed: str, which: str | int, folder: Path) -> None:
    """Damage the file, let everything read it, and expect what has to hold."""
    environment = build_environment(folder, PARLOUR_DATA=str(folder / "data"))
    for place in ("work", "data", "outside"):
        (folder / place).mkdir(exist_ok=True)
    outside = folder / "outside" / "file"
    outside.write_text(SECRETS[0])
    path = folder / subject.file
    for name, content in {**subject.others, subject.file: subject.content}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    how = str(which)
    if isinstance(which, str):
        make_odd(which, path)
    else:
        rng = Random(f"{seed}/{subject.name}/{which}")
        how, content = damage(subject.content, subject.form, rng)
        path.write_bytes(content)
    uses = [[_place(word, path, folder) for word in use] for use in subject.uses]
    try:
        for use, ended in Reader.of_thread().read(folder, uses, environment):
            try:
                _expect_read(subject, use, ended)
            except Failed as failed:
                shown = use.replace(str(folder), "...")
                raise Failed(f"{how}; {shown}: {failed}") from None
        expect(outside.read_text() == SECRETS[0], f"{how}: a file outside has changed")
        kept = {entry.name for entry in (folder / "outside").iterdir()}
        expect(kept == {"file"}, f"{how}: a file was made outside")
        expect(not (folder / "work/ran").exists(), f"{how}: a program ran")
    finally:
        if path.is_file() and not path.is_symlink():
            path.chmod(0o600)
            if path.stat().st_size > 100_000_000:
                path.unlink()
        if path.is_symlink() or path.is_dir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _place(word: str, path: Path, folder: Path) -> str:
    """Put paths into a word of a use."""
    return f"{folder}{word}" if word.startswith("/") else word.replace("{}", str(path))


def _expect_read(subject: Subject, use: str, ended: Ended) -> None:
    """Expect success, or a sentence about the file."""
    expect_end(ended, (0, 1, 2, 3), memory=MEMORY, secrets=SECRETS)
    said = ended.err.strip()
    for secret in subject.secrets:
        expect(secret not in said, f"a message quotes a secret: {said[:300]}")
    if not ended.code or (ended.code == 1 and ended.out):
        return
    expect(said, f"exit code {ended.code} without a word")
    expect(len(said) <= LONGEST, f"a message of {len(said):,} characters: {said[:200]}")
    expect(not HIDDEN.search(said), f"a message with controls: {said[:300]!a}")
    if ended.code == 3 or subject.is_silent:  # a player may fail for another reason
        return
    named = Path(subject.file).name in said or any(
        use.startswith(words) and re.search(instead, said)
        for words, instead in subject.instead.items()
    )
    expect(named, f"does not name the file: {said[:300]}")
    last = said.splitlines()[-1]
    expect(
        re.search(r"[.?!]$|parlour |--help$|--run-programs|[)\]]$", last),
        f"no sentence: {last[-200:]}",
    )
