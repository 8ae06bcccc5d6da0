"""Makes the archives of a release reproducible, and checks what is in them.

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


def normalise(path: Path) -> None:
    """Write a source distribution anew: its files sorted by name, of no owner, with the time
    `SOURCE_DATE_EPOCH` and the rights that a user needs. So nothing is left in it of the machine,
    the folder and the moment of the build.
    """
    moment = int(os.environ["SOURCE_DATE_EPOCH"])
    packed = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=packed, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = moment, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=moment))


def check(path: Path) -> None:
    """End the program with an error if a wheel contains tests or the page for browsers, which are
    for developers and for a download of its own.
    """
    with ZipFile(path) as wheel:
        names = wheel.namelist()
    wrong = [
        name
        for name in names
        if {*_UNWANTED} & {*name.split("/")} or name.endswith("sudokopie.html")
    ]
    if wrong or len(names) < 100:
        sys.exit(f"{path.name}: {len(names)} files, among them some that do not belong: {wrong}")


if __name__ == "__main__":
    for name in sys.argv[2:]:
        {"normalise": normalise, "check": check}[sys.argv[1]](Path(name))
