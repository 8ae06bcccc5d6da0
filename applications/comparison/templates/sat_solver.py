"""The tool-info module of BenchExec for any SAT solver that reads DIMACS files and answers as in
the SAT competitions. The environment variable SAT_SOLVER names its program, by default kissat.
"""

import os

import benchexec.result as result
from benchexec.tools.template import BaseTool2


class SatSolverTool(BaseTool2):
    """A SAT solver. The answer is true if it prints `s SATISFIABLE`, and false if it prints
    `s UNSATISFIABLE`.
    """

    def name(self):
        """Return the name of the solver's program."""
        return os.path.basename(os.environ.get("SAT_SOLVER", "kissat"))

    def executable(self, tool_locator):
        """Return the path of the solver's program."""
        program = os.environ.get("SAT_SOLVER", "kissat")
        return program if os.sep in program else tool_locator.find_executable(program)

    def version(self, executable):
        """Return the first line that the solver prints for `--version`, or an empty text."""
        printed = self._version_from_tool(executable, ignore_stderr=True)
        return printed.splitlines()[0] if printed else ""

    def cmdline(self, executable, options, task, rlimits):  # noqa: ARG002
        """Return the command that solves the formula of a task."""
        return [executable, *options, task.single_input_file]

    def determine_result(self, run):
        """Return the answer that the solver printed, or the reason why there is none."""
        answers = {line.strip() for line in run.output if line.startswith("s ")}
        if answers == {"s SATISFIABLE"}:
            return result.RESULT_TRUE_PROP
        if answers == {"s UNSATISFIABLE"}:
            return result.RESULT_FALSE_PROP
        if answers <= {"s UNKNOWN"} and run.exit_code.value == 0:
            return result.RESULT_UNKNOWN
        return f"{result.RESULT_ERROR} (exit status {run.exit_code.value})"


Tool = SatSolverTool  # the name that BenchExec looks for
