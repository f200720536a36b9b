"""The programs: Python, run without site-packages; each is asked for a code by the game."""

from typing import Any

PREAMBLE = """
import json, os, signal, sys, time
GOOD = '{"code": [1, 2, 3]}'
CODES = ([1, 2, 3], [2, 3, 4], [3, 4, 1], [4, 1, 2], [1, 3, 2], [2, 4, 3], [3, 1, 4], [4, 2, 1])
def ask():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def answer():
    used = [past["code"] for past in ask()["view"]["rounds"]]
    say(json.dumps({"code": next(code for code in CODES if code not in used)}))
def parlour():  # the parent of the supervisor
    with open(f"/proc/{os.getppid()}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])
def leave(*steps):
    if os.fork() == 0:
        for step in steps:
            step()
        time.sleep(600)
"""
TOO_LATE = r"did not answer within \d+ seconds"
ENDED = r"ended with (exit code|signal) \d+ before it answered"
LONG_LINE = r"a line of more than 1,000,000 bytes"
NO_MOVE = r"No legal move in 3 tries"
UNWRITABLE = r"cannot be written"
PARENT = "ask()\nos.kill(parlour(), {})\ntime.sleep(1)\nsay(GOOD)\ntime.sleep(600)"
HANGS: dict[str, Any] = {"timeout": 2}
LONG: dict[str, Any] = {"rounds": 8}
FREE: dict[str, Any] = {}

PROGRAMS: dict[str, tuple[str, str, dict[str, Any]]] = {
    # Answers that do not come, or come in a flood.
    "never-answers": ("ask()\ntime.sleep(600)", TOO_LATE, HANGS),
    "never-reads": ("time.sleep(600)", TOO_LATE, HANGS),
    "half-a-line": ("ask()\nsys.stdout.write(GOOD)\nsys.stdout.flush()\ntime.sleep(600)",
                    TOO_LATE, HANGS),
    "drips": ("ask()\nfor c in GOOD * 9:\n sys.stdout.write(c)\n sys.stdout.flush()\n time.sleep(.2)",
              TOO_LATE, HANGS),
    "half-a-line-and-exit": ("ask()\nsys.stdout.write('{\"code\": [1')", f"{ENDED}|{NO_MOVE}", FREE),
    "floods-stdout": ("while True: os.write(1, b'x' * 65536)", LONG_LINE, FREE),
    "floods-zeros": ("while True: os.write(1, bytes(65536))", LONG_LINE, FREE),
    "floods-lines": ("while True: os.write(1, b'no\\n' * 9000)", f"{NO_MOVE}|{TOO_LATE}", HANGS),
    "floods-blank-lines": ("while True: os.write(1, b'\\n' * 65536)", f"{NO_MOVE}|{TOO_LATE}",
                           HANGS),
    "floods-moves": ("while True: os.write(1, (GOOD + '\\n').encode() * 999)", "", FREE),
    "floods-stderr": ("ask()\nfor _ in range(500): os.write(2, b'e' * 65536)\nsay(GOOD)", "", FREE),
    "floods-stderr-on": ("if os.fork() == 0:\n while True: os.write(2, b'e' * 65536)\n"
                         "while True: answer()", "", LONG),
    "megabyte-line": ("ask()\nsay('x' * 2_000_000)", LONG_LINE, FREE),
    "almost-megabyte-line": ("while True: ask(); say('[' * 990_000)", NO_MOVE, FREE),
    "late-answer": ("ask()\ntime.sleep(3)\nsay(GOOD)", TOO_LATE, HANGS),
    # Answers at the wrong time, or to something else.
    "answers-before": ("for _ in range(200): say('{\"code\": [4, 3, 2]}')\nwhile True: answer()",
                       "", LONG),
    "answers-twice": ("while True: answer(); say('{\"code\": [4, 3, 2]}')", "", LONG),
    "answers-once": ("while True: answer(); sys.exit(0)", "", LONG),
    "answers-and-crashes": ("answer(); os.abort()", "", LONG),
    "crashes-in-the-middle": ("view = ask()['view']\nif len(view['rounds']) > 2: os.abort()\n"
                              "say(json.dumps({'code': CODES[len(view['rounds'])]}))",
                              f"{ENDED}|{NO_MOVE}", LONG),
    "other-seat": ("while True: ask(); say('{\"words\": [\"a\", \"b\", \"c\"]}')", NO_MOVE, FREE),
    "other-game": ("while True: ask(); say('{\"Vote\": {\"for\": \"p1\"}}')", NO_MOVE, FREE),
    "echoes": ("while True: say(json.dumps(ask()))", NO_MOVE, FREE),
    "own-question": ("while True: ask(); say('{\"view\": {}, \"kinds\": {}}')", NO_MOVE, FREE),
    # Answers that cannot be read.
    "invalid-utf-8": ("while True: ask(); os.write(1, b'\\xff\\xfe\\xc0\\n')", NO_MOVE, FREE),
    "utf-16": ("while True: ask(); os.write(1, (GOOD + '\\n').encode('utf-16'))",
               f"{NO_MOVE}|{TOO_LATE}", HANGS),
    "zeros-in-line": ("while True: ask(); os.write(1, b'\\0' * 99 + b'\\n')", NO_MOVE, FREE),
    "escapes": ("while True:\n ask()\n os.write(2, b'\\x1b]0;owned\\x07\\x1b[2J')\n"
                " say('\\x1b]52;c;eA==\\x07\\x1b[31m')", NO_MOVE, {"shown": True}),
    "escapes-in-hints": ("ask()\nsay(json.dumps({'words': ['orchard\\x1b[2J', 'kettle\\u202e',"
                         " 'violin[bold]']}))", "", {"seat": "encoder", "shown": True}),
    "markup-in-hints": ("while True: ask(); say(json.dumps({'words': ['<script>', '[/]x', '&lt;']}))",
                        NO_MOVE, {"seat": "encoder", "shown": True, "codes": (0, 3)}),
    "nested": ("while True: ask(); say('{\"code\":' + '[' * 9000 + ']' * 9000 + '}')", NO_MOVE, FREE),
    "nan": ("while True: ask(); say('{\"code\": [NaN, Infinity, 1e999]}')", NO_MOVE, FREE),
    "huge-number": ("while True: ask(); say('{\"code\": [' + '9' * 9000 + ', 2, 3]}')", NO_MOVE, FREE),
    "null": ("while True: ask(); say('null')", NO_MOVE, FREE),
    "carriage-returns": ("while True: ask(); os.write(1, GOOD.encode() + b'\\r\\n')", "", FREE),
    # Ends, and pipes that are closed.
    "exits-0": ("sys.exit(0)", ENDED, FREE),
    "exits-1": ("ask()\nsys.exit(1)", ENDED, FREE),
    "exits-255": ("ask()\nos._exit(255)", ENDED, FREE),
    "kills-itself": ("ask()\nos.kill(os.getpid(), 9)", ENDED, FREE),
    "segfault": ("ask()\nos.kill(os.getpid(), signal.SIGSEGV)", ENDED, FREE),
    "raises": ("ask()\nraise ValueError('x' * 9999)", ENDED, FREE),
    "stops-itself": ("ask()\nos.kill(os.getpid(), signal.SIGSTOP)", TOO_LATE, HANGS),
    "closes-stdout": ("ask()\nos.close(1)\ntime.sleep(600)", "ended|did not answer", HANGS),
    "closes-stdin": ("os.close(0)\ntime.sleep(600)", "ended|did not answer", HANGS),
    "closes-all": ("os.closerange(0, 64)\ntime.sleep(600)", "ended|did not answer", HANGS),
    "closes-stderr": ("os.close(2)\nwhile True: answer()", "", LONG),
    # Processes that try to stay.
    "ignores-signals": ("for n in range(1, 32):\n try: signal.signal(n, signal.SIG_IGN)\n"
                        " except OSError: pass\nwhile True:\n answer()\n if not ask(): pass", TOO_LATE,
                        {"rounds": 8, "timeout": 2}),
    "ignores-the-end": ("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nanswer()\ntime.sleep(600)",
                        "", FREE),
    "forks": ("leave()\nanswer()", "", FREE),
    "forks-session": ("leave(os.setsid)\nanswer()", "", FREE),
    "forks-twice": ("leave(os.setsid, lambda: os.fork() and os._exit(0))\nanswer()", "", FREE),
    "forks-without-trace": ("leave(os.setsid, lambda: os.fork() and os._exit(0), "
                            "lambda: os.closerange(0, 64), lambda: os.chdir('/'))\nanswer()", "", FREE),
    "forks-and-exits": ("leave(os.setsid)\nask()\nsys.exit(3)", ENDED, FREE),
    "forks-and-holds-pipes": ("while True:\n answer()\n leave(os.setsid)\n sys.exit()", "", LONG),
    "forks-many": ("for _ in range(60): leave(os.setsid, lambda: os.fork() and os._exit(0))\nanswer()",
                   "", FREE),
    "forks-on": ("def again():\n for _ in range(200):\n  time.sleep(.02)\n"
                 "  if os.fork(): os._exit(0)\n  os.setsid()\nleave(again)\nanswer()", "", FREE),
    "stopped-children": ("leave(os.setsid, lambda: os.kill(os.getpid(), signal.SIGSTOP))\nanswer()",
                         "", FREE),
    "own-group": ("os.fork() and answer()\ntry: os.setpgid(0, 0)\nexcept OSError: pass\n"
                  "time.sleep(600)", "", FREE),
    "burns-time": ("import threading\ndef spin():\n while True: pass\nfor _ in range(9):\n"
                   " threading.Thread(target=spin).start()\nanswer()", "", FREE),
    # What is around it.
    "leaves-folder": ("os.chdir('/')\nwhile True: answer()", "", LONG),
    "deletes-itself": ("import shutil\nshutil.rmtree(os.getcwd())\nwhile True: answer()", "", LONG),
    "deletes-itself-and-ends": ("answer()\nos.unlink('bot.py')", "ended with exit code 2", LONG),
    "reads-environment": ("answer()\nopen('seen', 'w').write(repr(dict(os.environ)))\n"
                          "sys.stderr.write(repr(os.environ))", "", FREE),
    "reads-own-proc": ("answer()\nopen('seen', 'wb').write(open('/proc/self/environ', 'rb').read())",
                       "", FREE),
    "reads-descriptors": ("for n in range(3, 64):\n try: open(f'seen{n}', 'wb').write(os.pread(n, 9999,"
                          " 0))\n except OSError: pass\nanswer()", "", FREE),
    "writes-to-parent": ("for name in ('oom_score_adj', 'comm', 'coredump_filter'):\n"
                         " try: open(f'/proc/{os.getppid()}/{name}', 'w').write('0')\n"
                         " except OSError: pass\nanswer()", "", FREE),
    "writes-tty": ("try: open('/dev/tty', 'w').write('\\x1b[2J')\nexcept OSError: pass\nanswer()",
                   "", FREE),
    "fills-folder": ("for n in range(3000): open(f'f{n}', 'w').write('x')\nanswer()", "", FREE),
    "calls-file-link": ("os.symlink('target', '../game.calls.jsonl')\nanswer()", UNWRITABLE, {"journals": None}),
    "calls-file-pipe": ("os.mkfifo('../game.calls.jsonl')\nanswer()", UNWRITABLE, {"journals": None}),
    "calls-file-folder": ("os.mkdir('../game.calls.jsonl')\nanswer()", UNWRITABLE, {"journals": None}),
    "calls-file-damaged": ("answer()\nopen('../game.calls.jsonl', 'ab').write(b'\\0' * 99)\n"
                           "while True: answer()", "", {"rounds": 8, "journals": None}),
    "journal-deleted": ("os.unlink('../game.jsonl')\nwhile True: answer()", UNWRITABLE,
                        {"rounds": 8, "codes": (0, 3), "journals": 0}),
    "journal-emptied": ("os.truncate('../game.jsonl', 0)\nwhile True: answer()", UNWRITABLE,
                        {"rounds": 8, "codes": (0, 3), "journals": None}),
    "stderr-file-link": ("os.unlink('../game.decoder.stderr')\nopen('target', 'w').close()\n"
                         "os.symlink('work/target', '../game.decoder.stderr')\n"
                         "os.write(2, b'x' * 2_000_000)\nanswer()", "", FREE),
    # Signals to Parlour: the game ends as by anybody's signal.
    "sends-int": (PARENT.format("signal.SIGINT"), "", {"codes": (130,)}),
    "sends-term": (PARENT.format("signal.SIGTERM"), "", {"codes": (143,)}),
    "sends-hup": (PARENT.format("signal.SIGHUP"), "", {"codes": (129,)}),
    "sends-quit": (PARENT.format("signal.SIGQUIT"), "", {"codes": (131,)}),
    "sends-kill": (PARENT.format("signal.SIGKILL"), "", {"codes": (-9,), "torn": True}),
    "sends-chld": (PARENT.format("signal.SIGCHLD"), "", FREE),
    "sends-pipe": (PARENT.format("signal.SIGPIPE"), "", FREE),
    "sends-winch": (PARENT.format("signal.SIGWINCH"), "", FREE),
    "stops-parent": ("ask()\np = parlour()\nos.kill(p, signal.SIGSTOP)\ntime.sleep(.5)\n"
                     "os.kill(p, signal.SIGCONT)\nsay(GOOD)", "", FREE),
    "kills-supervisor": ("leave(os.setsid)\nask()\nos.kill(os.getppid(), 9)\nsay(GOOD)",
                         f"{ENDED}", {"codes": (0, 3)}),
    "kills-group": ("ask()\nos.killpg(0, 9)", ENDED, FREE),
}  # fmt: skip
"""By name: the code, why the seat has to fail, and other fields of the agent."""
