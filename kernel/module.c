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
enum { INTERFACE = 2 };

enum { MOST_OUTPUTS = 5 };

/* What is asked of many grids of a shape, and where the answers go. For each grid so many bytes of
   each of the outputs are written, those of a number to the first. */
typedef struct {
    Py_buffer grids, outputs[MOST_OUTPUTS];
    Py_ssize_t each[MOST_OUTPUTS];
    int number_of_outputs, height, width;
    long long limit, nodes;
    States *states; /* for least images, else NULL */
} Question;

/* Return how many grids there are, or -1, with an error, where the question makes no sense. */
static Py_ssize_t grids_in(Question *question)
{
    int height = question->height, width = question->width;
    if (height < 1 || width < 1 || height > MOST_A_SIDE || width > MOST_A_SIDE / height) {
        PyErr_SetString(PyExc_ValueError, "expected boxes of 1 to 25 cells");
        return -1;
    }
    if (question->limit < 1) {
        PyErr_SetString(PyExc_ValueError, "expected a limit of at least 1");
        return -1;
    }
    Py_ssize_t size = (Py_ssize_t)height * width, count = question->grids.len / (size * size);
    bool fits = question->grids.len == count * size * size;
    Py_ssize_t completion[] = {sizeof(int64_t), size * size};
    Py_ssize_t image[] = {sizeof(int64_t), 1, size, size, size + 1};
    for (int k = 0; k < question->number_of_outputs; k++) {
        question->each[k] = question->states == NULL ? completion[k] : image[k];
        fits = fits && question->outputs[k].len == count * question->each[k];
    }
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "expected buffers of as many grids and answers");
        return -1;
    }
    return count;
}

/* Answer for grids from the first on until a slice of work is done; return the first that is left,
   or -1 where that is no grid. */
static Py_ssize_t answer_slice(const Question *question, Py_ssize_t first, Py_ssize_t count)
{
    int height = question->height, width = question->width;
    Py_ssize_t cells = (Py_ssize_t)height * width * height * width;
    for (int64_t work = 0; first < count && work < SLICE; first++) {
        const uint8_t *grid = (const uint8_t *)question->grids.buf + first * cells;
        uint8_t *out[MOST_OUTPUTS] = {NULL};
        for (int k = 0; k < question->number_of_outputs; k++) {
            out[k] = (uint8_t *)question->outputs[k].buf + first * question->each[k];
        }
        int64_t nodes = question->nodes, number;
        if (question->states == NULL) {
            number = completions(grid, height, width, question->limit, &nodes, out[1]);
        } else {
            Image image = {.turned = out[1], .rows = out[2], .columns = out[3], .names = out[4]};
            number = least_image(grid, height, width, &nodes, question->states, &image);
        }
        if (number == NO_GRID) {
            return -1;
        }
        memcpy(out[0], &number, sizeof number); /* the buffer need not be aligned */
        work += cells * (question->nodes - nodes + 1);
    }
    return first;
}

static void release(Question *question)
{
    PyBuffer_Release(&question->grids);
    for (int k = 0; k < question->number_of_outputs; k++) {
        PyBuffer_Release(&question->outputs[k]);
    }
}

/* Answer a question whose arguments were read, and let go of its buffers. */
static PyObject *answered(Question *question)
{
    Py_ssize_t count = grids_in(question), first = count < 0 ? -1 : 0;
    while (first >= 0 && first < count) {
        PyThreadState *state = PyEval_SaveThread();
        first = answer_slice(question, first, count);
        PyEval_RestoreThread(state);
        if (first < 0) {
            PyErr_SetString(PyExc_ValueError, "expected digits up to the size");
        } else if (PyErr_CheckSignals() < 0) {
            first = -1;
        }
    }
    release(question);
    return first < 0 ? NULL : Py_NewRef(Py_None);
}

PyDoc_STRVAR(completions_doc,
             "completions(grids, height, width, limit, nodes, numbers, solutions)\n--\n\n"
             "Write how many completions each grid has, as int64, and the one found first.");

static PyObject *completions_of_grids(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question = {.number_of_outputs = 2};
    if (!PyArg_ParseTuple(arguments, "y*iiLLw*w*:completions", &question.grids, &question.height,
                          &question.width, &question.limit, &question.nodes, &question.outputs[0],
                          &question.outputs[1])) {
        return NULL;
    }
    return answered(&question);
}

PyDoc_STRVAR(least_images_doc,
             "least_images(grids, height, width, nodes, numbers, turned, rows, columns, names)\n"
             "--\n\nWrite 1 where the search came to its end, and a way to the least image.");

static PyObject *least_images_of_grids(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question = {.number_of_outputs = 5, .limit = 1};
    Py_buffer *outputs = question.outputs;
    if (!PyArg_ParseTuple(arguments, "y*iiLw*w*w*w*w*:least_images", &question.grids,
                          &question.height, &question.width, &question.nodes, &outputs[0],
                          &outputs[1], &outputs[2], &outputs[3], &outputs[4])) {
        return NULL;
    }
    question.states = PyMem_Malloc(2 * sizeof *question.states);
    if (question.states == NULL) {
        release(&question);
        return PyErr_NoMemory();
    }
    PyObject *result = answered(&question);
    PyMem_Free(question.states);
    return result;
}

static PyMethodDef functions[] = {
    {"completions", completions_of_grids, METH_VARARGS, completions_doc},
    {"least_images", least_images_of_grids, METH_VARARGS, least_images_doc},
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
