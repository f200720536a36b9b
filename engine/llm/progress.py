"""How far a model is with its answer, in numbers that everybody may see."""

from dataclasses import dataclass

CHARS_PER_TOKEN = 4


@dataclass(slots=True)
class Progress:
    """How far a model is with its answer; never what it says."""

    thought: int = 0
    """Characters of reasoning so far."""
    written: int = 0
    """Characters of the answer so far."""
    waiting: float = 0.0
    """Seconds of the present pause before the request is sent again; 0 if there is none."""
    server: str = ""
    """The host that is waited for."""

    def note(self, thought: int, written: int) -> None:
        """Note how long reasoning and answer are by now."""
        self.thought, self.written = thought, written

    def reset(self) -> None:
        """Forget the answer that has ended."""
        self.thought = self.written = 0
        self.waiting = 0.0

    def describe(self) -> str:
        """Describe it in a few words; empty before the first piece of a stream."""
        if self.waiting:
            return f"waits {self.waiting:.0f} s for {self.server}"
        if self.written:
            return f"writes, {self.written:,} characters"
        if self.thought:
            return f"thinks, about {max(1, self.thought // CHARS_PER_TOKEN):,} tokens"
        return ""
