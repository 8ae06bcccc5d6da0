"""The tool-info module of BenchExec for sudokopie, which answers whether two Sudokus are copies.
The task files of its tasks name the pairs (.pair) instead of the formulas.
"""

import benchexec.result as result
from benchexec.tools.template import BaseTool2


class SudokopieTool(BaseTool2):
    """sudokopie. The answer is true if the Sudokus are copies of each other, and false if they are
    not.
    """

    def name(self):
        """Return the name of the program."""
        return "sudokopie"

    def executable(self, tool_locator):
        """Return the path of the program."""
        return tool_locator.find_executable("sudokopie")

    def version(self, executable):
        """Return the version of sudokopie, without its name."""
        printed = self._version_from_tool(executable)
        return printed.partition("version ")[2]

    def cmdline(self, executable, options, task, rlimits):  # noqa: ARG002
        """Return the command that decides about the two Sudokus of a task."""
        about = task.options or {}
        words = [f"--max-size={about['max-size']}"] if "max-size" in about else []
        return [executable, "solve", "--quiet", *options, *words, task.single_input_file]

    def determine_result(self, run):
        """Return the answer by the exit status: 0 for copies, 1 for other Sudokus, 3 for no answer
        before the time limit.
        """
        if run.was_timeout or run.exit_code.value is None:
            return result.RESULT_ERROR
        answers = {
            0: result.RESULT_TRUE_PROP,
            1: result.RESULT_FALSE_PROP,
            3: result.RESULT_UNKNOWN,
        }
        return answers.get(run.exit_code.value, result.RESULT_ERROR)


Tool = SudokopieTool  # the name that BenchExec looks for
