"""Makes the archives of a release reproducible, and checks which files they contain.

python .ci/archives.py normalise SDIST      # the same files give the same bytes
python .ci/archives.py check WHEEL...       # no tests, no page for browsers
"""

import gzip
import io
import os
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

_UNWANTED = ("tests", "benchmarks", "docs", ".ci", ".github", "node_modules")


def make_reproducible(archive_path: Path) -> None:
    """Rewrite a source distribution so that the same files always give the same bytes. The files
    are sorted by name and have no owner. Their time is the environment variable
    `SOURCE_DATE_EPOCH`, in seconds since 1970, and their permissions are 755 for folders and
    programs and 644 for other files.
    """
    moment = int(os.environ["SOURCE_DATE_EPOCH"])
    packed = io.BytesIO()
    with tarfile.open(archive_path) as old, tarfile.open(fileobj=packed, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = moment, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    archive_path.write_bytes(gzip.compress(packed.getvalue(), mtime=moment))


def exit_if_wheel_has_extra_files(wheel_path: Path) -> None:
    """End the program with an error if a wheel contains files that users do not need: tests and
    other files for developers, or the page for browsers, which is a separate download. A wheel with
    fewer than 100 files, or without the compiled German texts, is an error too.
    """
    with ZipFile(wheel_path) as wheel:
        names = wheel.namelist()
    wrong = [
        name
        for name in names
        if {*_UNWANTED} & {*name.split("/")} or name.endswith("sudokopie.html")
    ]
    if not any(name.endswith("locale/de/LC_MESSAGES/sudokopie.mo") for name in names):
        sys.exit(f"{wheel_path.name}: the German texts are missing")
    if wrong or len(names) < 100:
        sys.exit(
            f"{wheel_path.name}: {len(names)} files, among them some that do not belong: {wrong}"
        )


if __name__ == "__main__":
    for name in sys.argv[2:]:
        {"normalise": make_reproducible, "check": exit_if_wheel_has_extra_files}[sys.argv[1]](
            Path(name)
        )
