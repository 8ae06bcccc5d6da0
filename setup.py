"""What pyproject.toml cannot say: `SUDOKOPIE_KERNEL=off` makes a wheel without the kernel."""

import os
from glob import glob

from setuptools import Extension, setup

is_off = os.environ.get("SUDOKOPIE_KERNEL") == "off"
kernel = Extension(
    "sudokopie.kernel._kernel",
    sorted(glob("kernel/*.c")),
    depends=["kernel/kernel.h"],
    optional=True,  # where there is no compiler the package is installed all the same
    py_limited_api=True,
)
setup(
    script_name="setup.py",  # so that this file is not taken for a module of the package
    ext_modules=[] if is_off else [kernel],
    options={} if is_off else {"bdist_wheel": {"py_limited_api": "cp311"}},
)
