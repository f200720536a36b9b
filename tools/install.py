"""Make `.venv`, with Parlour and everything that its commands and tests need, unless it is there.

The Makefile runs this before every target. It uses no syntax of Python 3 alone, so that an old
Python gets a sentence and not a SyntaxError.

`.venv/.ready` is written last. It says what was installed, where and for which Python: a `.venv`
without it, of another folder, or of a Python that is gone, is made anew.
"""

import hashlib
import os
import shutil
import subprocess
import sys

FOLDER = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
VENV = os.path.join(FOLDER, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
READY = os.path.join(VENV, ".ready")
LOG = os.path.join(VENV, "install.log")
LOCK = os.path.join(FOLDER, "requirements.lock")
INSTALLED_FROM = (LOCK, os.path.join(FOLDER, "pyproject.toml"), os.path.realpath(__file__))
OLDEST, NEWEST = (3, 12), (3, 14)
"""The lock file names packages for these versions of Python and those between."""
PIP = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--retries", "2"]
COMPILE = "import compileall, sys; compileall.compile_dir(sys.argv[1], quiet=2, workers=0)"
"""Compiles on all processors, where pip uses one: a third of the installation is compiling."""


class InstallError(Exception):
    """Something that the user can change; the message says what."""


def main():
    """Install what is missing; exit with 2 and a sentence if that is impossible."""
    os.chdir(FOLDER)
    try:
        if not is_ready():
            check_python()
            with lock_folder():
                if not is_ready():
                    install()
    except InstallError as error:
        sys.stderr.write("%s\n" % error)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("\nThe installation was interrupted; the next make begins it again.\n")
        sys.exit(130)


def is_ready():
    """Whether `.venv` is complete, was made in this folder, and is of the Python that is wanted."""
    found = read_ready()
    if found[:2] != [FOLDER, compute_digest()]:
        return False
    if "--python-was-named" in sys.argv and found[2:] != [format_version(sys.version_info)]:
        return False
    return found[2:] == [ask_version()]


def read_ready():
    """Read the lines of `.venv/.ready`, if it is there: folder, digest, version of Python."""
    try:
        with open(READY) as file:
            return file.read().split("\n")
    except (OSError, ValueError):
        return []


def compute_digest():
    """Compute a digest of the files that say what is installed."""
    digest = hashlib.sha256()
    for path in INSTALLED_FROM:
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def ask_version():
    """Ask the Python of `.venv` for its version; empty if it does not run."""
    command = "import sys; sys.stdout.write('%d.%d' % sys.version_info[:2])"
    try:
        with open(os.devnull, "w") as null:
            child = subprocess.Popen([PYTHON, "-c", command], stdout=subprocess.PIPE, stderr=null)
            return child.communicate()[0].decode()
    except OSError:
        return ""


def check_python():
    """Check that packages exist for this Python, and that it can make a `.venv`.

    Raises:
        InstallError: If not.
    """
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        raise InstallError(
            "Parlour needs Python %s to %s, and this is %s: name another with make PYTHON=... play"
            % (format_version(OLDEST), format_version(NEWEST), sys.version.split()[0])
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise InstallError(
            "%s has no venv module. Install it first (Debian and Ubuntu: apt install python3-venv)."
            % sys.executable
        )


class lock_folder:
    """Let one process install at a time."""

    def __enter__(self):
        """Wait for the other one."""
        import fcntl

        self.file = open(__file__)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.stderr.write("Another make installs Parlour in this folder; waiting for it ...\n")
            fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_):
        """Let the next one go on."""
        self.file.close()


def install():
    """Install into `.venv`, made anew unless it was complete and of this folder and Python.

    Raises:
        InstallError: If a step fails; what it printed is in the log.
    """
    version = format_version(sys.version_info)
    usable = read_ready()[::2] == [FOLDER, version] and ask_version() == version
    sys.stderr.write("Installing Parlour into .venv (once, about a minute) ...\n")
    try:
        if usable:
            os.remove(READY)
        else:
            remove_venv()
            run_step([sys.executable, "-m", "venv", VENV], "The .venv could not be made", None)
        with open(LOG, "w") as log:
            why = "The packages could not be installed: is there a network, and room on the disk?"
            packages = ["--no-compile", "--require-hashes", "--requirement", LOCK]
            run_step(PIP + packages, why, log)
            compiling = [PYTHON, "-c", COMPILE, os.path.join(VENV, "lib")]
            run_step(compiling, "The packages could not be compiled.", log)
            parlour = ["--no-deps", "--no-build-isolation", "--editable", FOLDER]
            run_step(PIP + parlour, "Parlour itself could not be installed.", log)
        with open(READY + ".new", "w") as file:
            file.write("\n".join([FOLDER, compute_digest(), version]))
        os.rename(READY + ".new", READY)
    except OSError as error:
        raise InstallError(
            "%s cannot be written (%s): put Parlour into a folder of your own."
            % (error.filename or VENV, error.strerror)
        )


def remove_venv():
    """Remove what is left of another `.venv`."""
    if os.path.islink(VENV):
        os.remove(VENV)
    elif os.path.exists(VENV):
        shutil.rmtree(VENV)


def run_step(command, why, log):
    """Run a command, with its output in `log`, or shown only if it fails.

    Raises:
        InstallError: With `why`, if it fails.
    """
    child = subprocess.Popen(
        command, stdout=log or subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.PIPE
    )
    try:
        said = child.communicate()[0]
    except KeyboardInterrupt:
        child.terminate()
        child.wait()
        raise
    if child.returncode == 0:
        return
    if log is None:
        lines = said.decode("utf-8", "replace").strip().split("\n")
        raise InstallError("%s: %s" % (why, lines[-1].strip()))
    raise InstallError("%s What pip said is in %s." % (why, os.path.relpath(LOG, FOLDER)))


def format_version(version):
    """Format the first two numbers of a version, as in 3.13."""
    return "%d.%d" % tuple(version[:2])


if __name__ == "__main__":
    main()
