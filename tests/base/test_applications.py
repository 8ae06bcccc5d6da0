"""The table in applications/README.md names all that applications declare, and nothing else.

The deleting test, and the tests of the core, read from this table which words belong to which
application.
"""

from sudokopie.base.applications import find_applications_by_name
from sudokopie.base.registry import load_object

from present import added


def test_the_table_of_applications() -> None:
    for name, application in find_applications_by_name().items():
        names = {listing.name for listing in application.commands}
        names |= {*application.library, *application.questions}
        options = set()
        for place in application.options.values():
            for decorate in load_object(f"applications.{name}.{place}").options.values():
                command = decorate(lambda: None)
                options |= {option for one in command.__click_params__ for option in one.opts}
        # An option such as --force, which other commands have too, is in no row of the table.
        assert names <= added()[name] <= names | options
        assert not options or options & added()[name]
