/* The kernel as a Python module whose functions read and write buffers. The functions release
   the GIL, and check for Ctrl-C after every slice of work. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "search.h"

#include "proof_hints.h"

#include <string.h>

/* The work between two checks for Ctrl-C, as the number of visited nodes times cells: some
   hundredths of a second. */
enum { SLICE = 2000000 };

/* The version of the functions' parameters and results, also in `kernel.kernel_functions`. It is
   increased when they change, so that a module that was built from older files is not used. */
enum { INTERFACE = 9 };

enum { MOST_OUTPUTS = 7 };

typedef struct Question Question;

/* A function that answers a question for one grid: it writes to the outputs, and returns NO_GRID
   if the bytes are not a grid. */
typedef int64_t Answer(const Question *question, const uint8_t *grid, int64_t *nodes,
                       uint8_t *const *out);

/* A question about many grids of one shape, and the outputs for the answers. `kinds` has a
   letter for each output, which determines the size of an answer: a number of 8 bytes (`q`); 1
   byte (`b`); 1 byte for each row (`l`), for blank and each digit (`d`), or for each cell (`c`);
   the summary of the clues (`s`); or the parts of two transformations (`t`). Each answer is about
   `together` grids. */
struct Question {
    Answer *answer;
    const char *kinds;
    Py_buffer grids, outputs[MOST_OUTPUTS];
    Py_ssize_t each[MOST_OUTPUTS];
    int height, width, together, most; /* `most` rows and columns */
    long long limit, nodes;
    States *states; /* for least images, otherwise NULL */
    PairSearch *search; /* for pairs whose colours leave a choice, otherwise NULL */
    PartSearch *part_search; /* for parts, otherwise NULL */
};

static int64_t answer_completions(const Question *question, const uint8_t *grid, int64_t *nodes,
                                  uint8_t *const *out)
{
    int64_t number =
        completions(grid, question->height, question->width, question->limit, nodes, out[1]);
    memcpy(out[0], &number, sizeof number); /* the buffer need not be aligned */
    return number;
}

static int64_t answer_least_image(const Question *question, const uint8_t *grid, int64_t *nodes,
                                  uint8_t *const *out)
{
    Image image = {.turned = out[1], .rows = out[2], .columns = out[3], .names = out[4]};
    int64_t number =
        least_image(grid, question->height, question->width, nodes, question->states, &image);
    memcpy(out[0], &number, sizeof number);
    return number;
}

static int64_t answer_sorted_form(const Question *question, const uint8_t *grid, int64_t *nodes,
                                  uint8_t *const *out)
{
    SortedForm found = {.signature = out[0], .is_exact = out[1], .is_tie = out[2]};
    found.image = (Image){.turned = out[3], .rows = out[4], .columns = out[5], .names = out[6]};
    return sorted_form(grid, question->height, question->width, nodes, &found);
}

static int64_t answer_transformations(const Question *question, const uint8_t *grids,
                                      int64_t *nodes, uint8_t *const *out)
{
    int64_t number = transformations_left(grids, question->height, question->width, nodes,
                                          question->search, out[1]);
    memcpy(out[0], &number, sizeof number);
    return number;
}

static int64_t answer_images(const Question *question, const uint8_t *grids, int64_t *nodes,
                             uint8_t *const *out)
{
    int64_t number = images_in(grids, question->height, question->width, nodes,
                               question->part_search, out[1]);
    memcpy(out[0], &number, sizeof number);
    return number;
}

static Py_ssize_t bytes_of(char kind, Py_ssize_t height, Py_ssize_t width)
{
    Py_ssize_t size = height * width;
    switch (kind) {
    case 'q':
        return sizeof(int64_t);
    case 'b':
        return 1;
    case 'l':
        return size;
    case 'd':
        return size + 1;
    case 's':
        return sizeof(ClueSummary);
    case 't':
        return 2 * (1 + width + height + 3 * size);
    default:
        return size * size;
    }
}

/* Return the number of answers to be given, or -1 with a Python error if the arguments do not
   fit. */
static Py_ssize_t grids_in(Question *question)
{
    int height = question->height, width = question->width;
    if (height < 1 || width < 1 || height > question->most || width > question->most / height) {
        PyErr_Format(PyExc_ValueError, "expected boxes of 1 to %d cells", question->most);
        return -1;
    }
    if (question->limit < 1) {
        PyErr_SetString(PyExc_ValueError, "expected a limit of at least 1");
        return -1;
    }
    Py_ssize_t size = (Py_ssize_t)height * width, cells = question->together * size * size;
    Py_ssize_t count = question->grids.len / cells;
    bool fits = question->grids.len == count * cells;
    for (int k = 0; question->kinds[k] != '\0'; k++) {
        question->each[k] = bytes_of(question->kinds[k], height, width);
        Py_ssize_t length = question->outputs[k].len, each = question->each[k];
        fits = fits && length % each == 0 && length / each == count; /* a product may overflow */
    }
    if (question->nodes < 0) { /* so that subtracting nodes cannot overflow */
        question->nodes = 0;
    }
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "expected buffers of as many grids and answers");
        return -1;
    }
    return count;
}

/* Answer for grids from `first` on until a slice of work is done. Return the index of the next
   grid, or -1 if the bytes are not a grid. */
static Py_ssize_t answer_slice(const Question *question, Py_ssize_t first, Py_ssize_t count)
{
    int height = question->height, width = question->width;
    Py_ssize_t cells = (Py_ssize_t)height * width * height * width * question->together;
    for (int64_t work = 0; first < count && work < SLICE; first++) {
        const uint8_t *grid = (const uint8_t *)question->grids.buf + first * cells;
        uint8_t *out[MOST_OUTPUTS] = {NULL};
        for (int k = 0; question->kinds[k] != '\0'; k++) {
            out[k] = (uint8_t *)question->outputs[k].buf + first * question->each[k];
        }
        int64_t nodes = question->nodes;
        if (question->answer(question, grid, &nodes, out) == NO_GRID) {
            return -1;
        }
        work += cells * (question->nodes - nodes + 1);
    }
    return first;
}

static void release(Question *question)
{
    PyBuffer_Release(&question->grids);
    for (int k = 0; question->kinds[k] != '\0'; k++) {
        PyBuffer_Release(&question->outputs[k]);
    }
}

/* Answer a question whose arguments have been parsed, and release its buffers. */
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
             "Write the number of completions of each grid, as int64, and the first one found.");

static PyObject *completions_of_grids(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question = {
        .answer = answer_completions, .kinds = "qc", .together = 1, .most = MOST_A_SIDE};
    if (!PyArg_ParseTuple(arguments, "y*iiLLw*w*:completions", &question.grids, &question.height,
                          &question.width, &question.limit, &question.nodes, &question.outputs[0],
                          &question.outputs[1])) {
        return NULL;
    }
    return answered(&question);
}

PyDoc_STRVAR(least_images_doc,
             "least_images(grids, height, width, nodes, numbers, turned, rows, columns, names)\n"
             "--\n\nWrite 1 if the search ended, and a transformation to the least image.");

static PyObject *least_images_of_grids(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question = {.answer = answer_least_image, .kinds = "qblld", .limit = 1};
    question.together = 1, question.most = MOST_A_SIDE;
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

PyDoc_STRVAR(sorted_forms_doc,
             "sorted_forms(grids, height, width, signatures, exact, ties, turned, rows, columns, "
             "names)\n--\n\nWrite signatures, as uint64, and transformations to the sorted forms.");

static PyObject *sorted_forms_of_grids(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question = {.answer = answer_sorted_form, .kinds = "qbbblld", .limit = 1};
    question.together = 1, question.most = MOST_A_SIDE;
    Py_buffer *outputs = question.outputs;
    if (!PyArg_ParseTuple(arguments, "y*iiw*w*w*w*w*w*w*:sorted_forms", &question.grids,
                          &question.height, &question.width, &outputs[0], &outputs[1], &outputs[2],
                          &outputs[3], &outputs[4], &outputs[5], &outputs[6])) {
        return NULL;
    }
    return answered(&question);
}

PyDoc_STRVAR(transformations_doc,
             "transformations_left(pairs, height, width, nodes, numbers, ways)\n--\n\n"
             "Write the number of transformations that colours leave, and their parts; or 3, and\n"
             "the best one, if a search of up to `nodes` nodes finds it.");

static PyObject *transformations_of_pairs(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question = {.answer = answer_transformations, .kinds = "qt", .limit = 1};
    question.together = 2, question.most = MOST_OF_PAIRS;
    if (!PyArg_ParseTuple(arguments, "y*iiLw*w*:transformations_left", &question.grids,
                          &question.height, &question.width, &question.nodes,
                          &question.outputs[0], &question.outputs[1])) {
        return NULL;
    }
    if (question.nodes > 0) {
        question.search = PyMem_Malloc(sizeof *question.search);
        if (question.search == NULL) {
            release(&question);
            return PyErr_NoMemory();
        }
    }
    PyObject *result = answered(&question);
    PyMem_Free(question.search);
    return result;
}

PyDoc_STRVAR(images_doc,
             "images_in(pairs, height, width, nodes, numbers, images)\n--\n\n"
             "Write the number of copies of the first grid in the second, up to 2, and the first.");

static PyObject *images_in_pairs(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question = {.answer = answer_images, .kinds = "qc", .limit = 1};
    question.together = 2, question.most = MOST_A_SIDE;
    if (!PyArg_ParseTuple(arguments, "y*iiLw*w*:images_in", &question.grids, &question.height,
                          &question.width, &question.nodes, &question.outputs[0],
                          &question.outputs[1])) {
        return NULL;
    }
    question.part_search = PyMem_Calloc(1, size_of_part_search());
    if (question.part_search == NULL) {
        release(&question);
        return PyErr_NoMemory();
    }
    PyObject *result = answered(&question);
    PyMem_Free(question.part_search);
    return result;
}

static int64_t answer_summary(const Question *question, const uint8_t *grid, int64_t *nodes,
                              uint8_t *const *out)
{
    (void)question;
    ClueSummary summary;
    int64_t number = summarize_clues(grid, &summary);
    memcpy(out[0], &summary, sizeof summary);
    (*nodes)--;
    return number;
}

PyDoc_STRVAR(summaries_doc, "clue_summaries(grids, summaries)\n--\n\n"
                            "Write the numbers of clues of 9x9 grids, 40 bytes for each grid.");

static PyObject *clue_summaries_of_grids(PyObject *module, PyObject *arguments)
{
    (void)module;
    Question question = {.answer = answer_summary, .kinds = "s", .limit = 1};
    question.together = 1, question.most = MOST_A_SIDE;
    question.height = question.width = 3;
    if (!PyArg_ParseTuple(arguments, "y*w*:clue_summaries", &question.grids,
                          &question.outputs[0])) {
        return NULL;
    }
    return answered(&question);
}

PyDoc_STRVAR(compare_doc,
             "compare_clues(grid, summaries, relations)\n--\n\n"
             "Write whether each summarised grid may contain the grid (1) or be contained (2).");

static PyObject *compare_clues_of_summaries(PyObject *module, PyObject *arguments)
{
    (void)module;
    Py_buffer grid, summaries, relations;
    if (!PyArg_ParseTuple(arguments, "y*y*w*:compare_clues", &grid, &summaries, &relations)) {
        return NULL;
    }
    Py_ssize_t count = relations.len, each = sizeof(ClueSummary);
    bool fits = grid.len == 81 && summaries.len % each == 0 && summaries.len / each == count;
    if (fits) {
        uint8_t cells[81]; /* copied, because another thread may change the cells */
        memcpy(cells, grid.buf, sizeof cells);
        PyThreadState *state = PyEval_SaveThread();
        fits = compare_clues(cells, summaries.buf, (size_t)count, relations.buf) != NO_GRID;
        PyEval_RestoreThread(state);
    }
    PyBuffer_Release(&grid);
    PyBuffer_Release(&summaries);
    PyBuffer_Release(&relations);
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "expected a 9x9 grid and as many summaries as relations");
        return NULL;
    }
    return Py_NewRef(Py_None);
}

/* Hints of a proof. Python holds the unfinished work as a capsule. The capsule's context is not
   NULL while a thread works on it. */

static const char capsule_name[] = "sudokopie.ProofHints";

static void free_capsule(PyObject *capsule)
{
    ProofHints *hints = PyCapsule_GetPointer(capsule, capsule_name);
    if (hints != NULL) {
        free_proof_hints(hints);
    }
}

PyDoc_STRVAR(start_hints_doc,
             "start_hints(formula, proof)\n--\n\n"
             "Return an object for continue_hints. Both are arrays of int32, a 0 after each clause.");

static PyObject *start_hints(PyObject *module, PyObject *arguments)
{
    (void)module;
    Py_buffer formula, proof;
    if (!PyArg_ParseTuple(arguments, "y*y*:start_hints", &formula, &proof)) {
        return NULL;
    }
    PyObject *capsule = NULL;
    size_t number = sizeof(int32_t);
    if ((size_t)formula.len % number != 0 || (size_t)proof.len % number != 0) {
        PyErr_SetString(PyExc_ValueError, "expected numbers of 4 bytes");
    } else {
        PyThreadState *state = PyEval_SaveThread();
        ProofHints *hints = start_proof_hints(formula.buf, (size_t)formula.len / number, proof.buf,
                                              (size_t)proof.len / number);
        PyEval_RestoreThread(state);
        capsule = hints == NULL ? PyErr_NoMemory()
                                : PyCapsule_New(hints, capsule_name, free_capsule);
        if (hints != NULL && capsule == NULL) {
            free_proof_hints(hints);
        }
    }
    PyBuffer_Release(&formula);
    PyBuffer_Release(&proof);
    return capsule;
}

PyDoc_STRVAR(continue_hints_doc,
             "continue_hints(started, work)\n--\n\n"
             "Return None if there is more to do, otherwise the steps with hints, the last first.");

static PyObject *continue_hints(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *capsule;
    long long work;
    if (!PyArg_ParseTuple(arguments, "OL:continue_hints", &capsule, &work)) {
        return NULL;
    }
    ProofHints *hints = PyCapsule_GetPointer(capsule, capsule_name);
    if (hints == NULL) {
        return NULL;
    }
    if (PyCapsule_GetContext(capsule) != NULL) {
        PyErr_SetString(PyExc_RuntimeError, "another thread works on it");
        return NULL;
    }
    PyErr_Clear(); /* of the context, which is NULL without an error, too */
    PyCapsule_SetContext(capsule, hints);
    PyThreadState *state = PyEval_SaveThread();
    int ended = run_proof_hints(hints, work);
    PyEval_RestoreThread(state);
    PyCapsule_SetContext(capsule, NULL);
    size_t length;
    switch (ended) {
    case HINTS_UNFINISHED:
        return Py_NewRef(Py_None);
    case HINTS_DONE: {
        const char *text = text_of_proof_hints(hints, &length);
        return PyBytes_FromStringAndSize(text, (Py_ssize_t)length);
    }
    case HINTS_FAILED:
        PyErr_SetString(PyExc_ValueError, "the proof is wrong");
        return NULL;
    default:
        return PyErr_NoMemory();
    }
}

static PyMethodDef functions[] = {
    {"completions", completions_of_grids, METH_VARARGS, completions_doc},
    {"least_images", least_images_of_grids, METH_VARARGS, least_images_doc},
    {"sorted_forms", sorted_forms_of_grids, METH_VARARGS, sorted_forms_doc},
    {"transformations_left", transformations_of_pairs, METH_VARARGS, transformations_doc},
    {"clue_summaries", clue_summaries_of_grids, METH_VARARGS, summaries_doc},
    {"compare_clues", compare_clues_of_summaries, METH_VARARGS, compare_doc},
    {"images_in", images_in_pairs, METH_VARARGS, images_doc},
    {"start_hints", start_hints, METH_VARARGS, start_hints_doc},
    {"continue_hints", continue_hints, METH_VARARGS, continue_hints_doc},
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
