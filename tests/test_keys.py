"""The line of keys: the mouse does what the keys do."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from screens.widgets.footer import Key, KeyFooter
from tests.looking import appears, frame, until
from tui.app import ParlourApp


class Pressed(Screen[None]):
    """Keeps what its keys did."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "note('a')", "Apples", tooltip="[b]Fruit[/b] of a tree"),
        Binding("b", "note('b')", "Bees"),
        Binding("c", "shut", "Closed"),
    ]
    noted = ""

    def compose(self) -> ComposeResult:
        yield KeyFooter()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return None if action == "shut" else True

    def action_note(self, key: str) -> None:
        self.noted += key

    def action_shut(self) -> None:
        raise AssertionError("a dimmed key did something")


async def test_the_mouse_presses_the_key_it_points_at() -> None:
    screen = Pressed()
    app = ParlourApp(lambda: screen)
    rung = []
    app.bell = lambda: rung.append(True)  # type: ignore[method-assign]
    async with app.run_test(size=(60, 5)) as pilot:
        line = frame(app).splitlines()[-1]
        assert line.startswith("  A Apples  B Bees  C Closed ")
        for label in ("Bees", "Apples", "Bees"):
            await pilot.click(KeyFooter, offset=(line.index(label), 0))
        await until(pilot, lambda: len(screen.noted) == 3)
        await pilot.click(KeyFooter, offset=(line.index("Closed"), 0))
        await pilot.click(KeyFooter, offset=(50, 0))
        await until(pilot, lambda: rung)
    assert screen.noted == "bab"


async def test_the_key_under_the_mouse_is_marked_and_told() -> None:
    screen = Pressed()
    app = ParlourApp(lambda: screen)

    def list_grounds() -> list[str]:
        (*_, line) = app.screen._compositor.render_strips()
        return [str(style.bgcolor) for text, style, _ in line if style for _ in text]

    async with app.run_test(size=(60, 5)) as pilot:
        footer, line = screen.query_one(KeyFooter), frame(app).splitlines()[-1]
        apples, bees = line.index("Apples"), line.index("Bees")
        before = list_grounds()
        await pilot.hover(KeyFooter, offset=(apples, 0))
        await until(pilot, lambda: footer.tooltip == "[b]Fruit[/b] of a tree")
        await until(pilot, lambda: list_grounds()[apples] != before[apples])
        assert list_grounds()[bees] == before[bees]
        await pilot.hover(KeyFooter, offset=(50, 0))
        await until(pilot, lambda: footer.tooltip is None)
        await until(pilot, lambda: list_grounds() == before)


async def test_keys_that_do_not_fit_are_left_out() -> None:
    app = ParlourApp(Pressed)
    async with app.run_test(size=(60, 5)) as pilot:
        await appears(pilot, "Closed")
        await pilot.resize_terminal(20, 5)
        await until(pilot, lambda: "Closed" not in frame(app))
        assert frame(app).splitlines()[-1].rstrip() == "  A Apples  F1 Help"  # which stays
        await pilot.resize_terminal(60, 5)
        await appears(pilot, "Closed")


async def test_the_keys_are_chosen_once_for_a_screen() -> None:
    chosen = []

    class Counted(KeyFooter):
        def choose_keys(self, keys: list[Key]) -> list[Key]:
            chosen.append([key.name for key in keys])
            return super().choose_keys(keys)

    class Still(Pressed):
        def compose(self) -> ComposeResult:
            yield Counted()

    app = ParlourApp(Still)
    async with app.run_test(size=(60, 5)) as pilot:
        await appears(pilot, "Closed")
        await pilot.pause(0.1)
        assert len(chosen) == 1
        app.screen.refresh_bindings()  # nothing is different
        await pilot.pause(0.1)
        assert len(chosen) == 1
