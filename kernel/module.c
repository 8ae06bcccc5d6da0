/* The kernel as a module of Python: buffers in, buffers out. Its functions release the GIL, and
   look for Ctrl-C after every slice of work. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "kernel.h"

#include <string.h>

/* How many cells of nodes are visited between two looks for Ctrl-C: some hundredths of a second. */
enum { SLICE = 2000000 };

/* Another number where a function takes or returns something else than before, so that a module
   that was built of older files is not used: `kernel.chosen` has it too. */
enum { INTERFACE = 1 };

/* What is asked of many grids of a shape, and what is answered. */
typedef struct {
    Py_buffer grids, numbers, solutions;
    int height, width;
    long long limit, nodes;
} Question;

/* Return how many grids there are, or -1, with an error, where the question makes no sense. */
static Py_ssize_t grids_in(const Question *question)
{
    int height = question->height, width = question->width;
    if (height < 1 || width < 1 || height > MOST_A_SIDE || width > MOST_A_SIDE / height) {
        PyErr_SetString(PyExc_ValueError, "expected boxes of 1 to 25 cells");
        return -1;
    }
    Py_ssize_t cells = (Py_ssize_t)height * width * height * width;
    Py_ssize_t count = question->grids.len / cells;
    if (question->grids.len % cells != 0 || question->solutions.len != question->grids.len ||
        question->numbers.len / (Py_ssize_t)sizeof(int64_t) != count ||
        question->numbers.len % (Py_ssize_t)sizeof(int64_t) != 0) {
        PyErr_SetString(PyExc_ValueError, "expected buffers of as many grids, numbers, solutions");
        return -1;
    }
    if (question->limit < 1) {
        PyErr_SetString(PyExc_ValueError, "expected a limit of at least 1");
        return -1;
    }
    return count;
}

/* Answer for grids from the first on until a slice of work is done; return the first that is left,
   or -1 where that is no grid. */
static Py_ssize_t answer_slice(const Question *question, Py_ssize_t first, Py_ssize_t count)
{
    int height = question->height, width = question->width;
    size_t cells = (size_t)(height * width * height * width);
    int64_t work = 0;
    for (; first < count && work < SLICE; first++) {
        size_t start = (size_t)first * cells;
        int64_t nodes = question->nodes;
        int64_t number =
            completions((const uint8_t *)question->grids.buf + start, height, width,
                        question->limit, &nodes, (uint8_t *)question->solutions.buf + start);
        if (number == NO_GRID) {
            return -1;
        }
        memcpy((char *)question->numbers.buf + (size_t)first * sizeof number, &number,
               sizeof number); /* the buffer need not be aligned */
        work += (int64_t)cells * (question->nodes - nodes + 1);
    }
    return first;
}

PyDoc_STRVAR(completions_doc,
             "completions(grids, height, width, limit, nodes, numbers, solutions)\n--\n\n"
             "Write how many completions each grid has, as int64, and the one found first.");

static PyObject *completions_of_grids(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question;
    if (!PyArg_ParseTuple(arguments, "y*iiLLw*w*:completions", &question.grids, &question.height,
                          &question.width, &question.limit, &question.nodes, &question.numbers,
                          &question.solutions)) {
        return NULL;
    }
    Py_ssize_t count = grids_in(&question), first = count < 0 ? -1 : 0;
    while (first >= 0 && first < count) {
        PyThreadState *state = PyEval_SaveThread();
        first = answer_slice(&question, first, count);
        PyEval_RestoreThread(state);
        if (first < 0) {
            PyErr_SetString(PyExc_ValueError, "expected digits up to the size");
        } else if (PyErr_CheckSignals() < 0) {
            first = -1;
        }
    }
    PyBuffer_Release(&question.grids);
    PyBuffer_Release(&question.numbers);
    PyBuffer_Release(&question.solutions);
    return first < 0 ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"completions", completions_of_grids, METH_VARARGS, completions_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_kernel",
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__kernel(void);

PyMODINIT_FUNC PyInit__kernel(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddIntConstant(module, "INTERFACE", INTERFACE) < 0) {
        Py_CLEAR(module);
    }
    return module;
}
