/* Hints for a solver's proof that a formula has no model, by unit propagation, backward from the
   empty clause (Goldberg, Novikov, Verification of proofs of unsatisfiability for CNF formulas,
   2003; Cruz-Filipe and others, Efficient certified RAT verification, 2017).

   The Python version is `proofs.drup_to_lrat`, which explains the method and its sources. Both
   write the same lines, because the clauses that watch a literal are tried in the same order.

   All clauses are in the array `arena`, each as its number, the codes of its literals, and 0. The
   code of the variable v is 2 v, and 2 v + 1 that of its negation. The place of a clause is the
   index of its first literal. Each variable becomes true or false without assumptions at most
   once, and gets at most one unit clause for this. So the sizes of all arrays are known from the
   start; only the lists of watching clauses and the text grow. If there is no memory for them,
   `is_out_of_memory` is set, and their new items are dropped; the conversion is then given up. */

#include "proof_hints.h"

#include <stdlib.h>
#include <string.h>

enum { LEARNT = 1, NEEDED = 2 }; /* marks of clauses */
enum { NEEDED_WATCHES, OTHER_WATCHES };
enum { MOST_VARIABLES = 1 << 24, MOST_NUMBERS = 1 << 28 };

/* The places of the clauses that watch a literal. */
typedef struct {
    int32_t *places;
    int32_t count, room;
} Watches;

struct ProofHints {
    int32_t variables, formula_size, count; /* of clauses; they are numbered from 1 */
    int32_t *arena, arena_length, *places;
    uint8_t *marks;                      /* of each clause */
    int32_t *stored, *hints, hints_used; /* where the hints of a clause are, with their number */
    Watches *watches[2];                 /* by code */
    int8_t *value;                       /* by code: 1 true, -1 false, 0 undecided */
    int32_t *reason;                     /* by code: the place of a clause, or 0 */
    int32_t *fixed;                      /* by false code: the number of its unit clause, or 0 */
    int32_t *trail, trail_length, fixed_length;
    int32_t *codes, *found; /* for a clause, and for the hints of a step */
    uint8_t *is_marked;     /* by code; usually 0 */
    int32_t *proof;
    size_t proof_length, proof_read;
    bool is_refuted, is_backward, is_out_of_memory;
    char *text;
    size_t text_length, text_room;
    int64_t work;
};

static void *make_array(ProofHints *self, size_t count, size_t bytes)
{
    void *array = calloc(count + 1, bytes);
    self->is_out_of_memory = self->is_out_of_memory || array == NULL;
    return array;
}

static int32_t code_of(int32_t literal) { return literal < 0 ? -2 * literal + 1 : 2 * literal; }

static void add_watch(ProofHints *self, Watches *watches, int32_t place)
{
    if (watches->count == watches->room) {
        int32_t room = 2 * watches->room + 4;
        int32_t *places = realloc(watches->places, (size_t)room * sizeof *places);
        if (places == NULL) {
            self->is_out_of_memory = true;
            return;
        }
        watches->places = places;
        watches->room = room;
    }
    watches->places[watches->count++] = place;
}

static void watch(ProofHints *self, int kind, int32_t place)
{
    for (int k = 0; k < 2 && self->arena[place + k] != 0; k++) {
        add_watch(self, &self->watches[kind][self->arena[place + k]], place);
    }
}

static void unwatch(ProofHints *self, int kind, int32_t place)
{
    for (int k = 0; k < 2 && self->arena[place + k] != 0; k++) {
        Watches *watches = &self->watches[kind][self->arena[place + k]];
        int32_t i = watches->count - 1;
        while (i >= 0 && watches->places[i] != place) {
            i--;
        }
        if (i >= 0) {
            watches->count--;
            memmove(&watches->places[i], &watches->places[i + 1],
                    (size_t)(watches->count - i) * sizeof *watches->places);
        }
    }
}

/* Add a clause of `length` codes; return its place. */
static int32_t append_clause(ProofHints *self, const int32_t *codes, int32_t length)
{
    self->arena[self->arena_length++] = ++self->count;
    int32_t place = self->places[self->count] = self->arena_length;
    memcpy(&self->arena[place], codes, (size_t)length * sizeof *codes);
    self->arena_length += length;
    self->arena[self->arena_length++] = 0;
    return place;
}

static void assign(ProofHints *self, int32_t code, int32_t reason)
{
    self->value[code] = 1;
    self->value[code ^ 1] = -1;
    self->reason[code] = reason;
    self->trail[self->trail_length++] = code;
}

static void unassign_from(ProofHints *self, int32_t length)
{
    while (self->trail_length > length) {
        int32_t code = self->trail[--self->trail_length];
        self->value[code] = self->value[code ^ 1] = 0;
    }
}

/* Visit the clauses that watch a false literal: find literals that must be true, and other
   literals that can be watched. Return the place of a clause whose literals are all false, or 0
   if there is none. */
static int32_t visit(ProofHints *self, int kind, int32_t false_code)
{
    Watches *watches = &self->watches[kind][false_code];
    int32_t kept = 0, count = watches->count, conflict = 0;
    self->work += count + 1;
    for (int32_t i = 0; i < count; i++) {
        int32_t place = watches->places[i], mine = place, *arena = self->arena;
        int32_t other = arena[place + 1];
        if (other == false_code) {
            mine = place + 1;
            other = arena[place];
        }
        if (conflict != 0 || self->value[other] > 0) {
            watches->places[kept++] = place;
            continue;
        }
        int32_t spare = place + 2;
        while (self->value[arena[spare]] < 0) { /* the value of 0, after the clause, is 0 */
            spare++;
        }
        if (arena[spare] != 0) {
            arena[mine] = arena[spare];
            arena[spare] = false_code;
            add_watch(self, &self->watches[kind][arena[mine]], place);
            continue;
        }
        watches->places[kept++] = place;
        if (self->value[other] < 0) {
            conflict = place;
        } else {
            assign(self, other, place);
        }
    }
    watches->count = kept;
    return conflict;
}

/* Find all literals that follow from the literals on the trail from index `start` on. Needed
   clauses are tried first. Return the place of a clause whose literals are all false, or 0 if
   there is none. */
static int32_t propagate(ProofHints *self, int32_t start)
{
    int32_t needed = start, other = start, conflict = 0;
    while (conflict == 0 && other < self->trail_length) {
        if (needed < self->trail_length) {
            conflict = visit(self, NEEDED_WATCHES, self->trail[needed++] ^ 1);
        } else {
            conflict = visit(self, OTHER_WATCHES, self->trail[other++] ^ 1);
        }
    }
    return conflict;
}

/* Store the hints of the last clause. They are the clause at `place`, and the unit clauses that
   make its literals, except the literal `but`, false. */
static void store_hints(ProofHints *self, int32_t place, int32_t but)
{
    int32_t *hints = &self->hints[self->hints_used], length = 0;
    for (int32_t i = place; self->arena[i] != 0; i++) {
        if (self->arena[i] != but) {
            hints[++length] = self->fixed[self->arena[i]];
        }
    }
    hints[++length] = self->arena[place - 1];
    hints[0] = length;
    self->stored[self->count] = self->hints_used + 1;
    self->hints_used += length + 1;
}

static void add_empty_clause(ProofHints *self, int32_t conflict)
{
    append_clause(self, self->codes, 0);
    store_hints(self, conflict, 0);
    self->is_refuted = true;
}

/* Record the literals on the trail from the index `known` on, which are true without assumptions,
   and all literals that follow from them. */
static void fix_literals(ProofHints *self, int32_t known, int32_t conflict)
{
    if (conflict == 0) {
        conflict = propagate(self, known);
    }
    for (int32_t i = known; i < self->trail_length; i++) {
        int32_t code = self->trail[i], place = self->reason[code];
        int32_t number = self->arena[place - 1];
        if (self->arena[place + 1] != 0) {
            append_clause(self, &code, 1);
            store_hints(self, place, code);
            number = self->count;
        }
        self->fixed[code ^ 1] = number;
    }
    self->fixed_length = self->trail_length;
    if (conflict != 0) {
        add_empty_clause(self, conflict);
    }
}

/* Write the codes of the different literals of a clause; return their number, or -1 if a literal
   has an unknown variable. `read` is moved behind the clause. */
static int32_t read_clause(ProofHints *self, const int32_t *numbers, size_t length, size_t *read)
{
    int32_t count = 0;
    bool is_right = true;
    for (; *read < length && numbers[*read] != 0; (*read)++) {
        int32_t literal = numbers[*read];
        is_right = is_right && -self->variables <= literal && literal <= self->variables;
        if (is_right && !self->is_marked[code_of(literal)]) {
            self->codes[count++] = code_of(literal);
            self->is_marked[code_of(literal)] = 1;
        }
    }
    (*read)++;
    for (int32_t i = 0; i < count; i++) {
        self->is_marked[self->codes[i]] = 0;
    }
    return is_right ? count : -1;
}

/* Read the formula, and find all literals that follow from its unit clauses. */
static void read_formula(ProofHints *self, const int32_t *numbers, size_t length)
{
    int32_t conflict = 0;
    for (size_t read = 0; read < length;) {
        int32_t count = read_clause(self, numbers, length, &read);
        append_clause(self, self->codes, count);
    }
    self->formula_size = self->count;
    for (int32_t number = 1; number <= self->formula_size; number++) {
        int32_t place = self->places[number], code = self->arena[place];
        if (code == 0) {
            unassign_from(self, 0);
            add_empty_clause(self, place);
            return;
        }
        if (self->arena[place + 1] != 0) {
            watch(self, OTHER_WATCHES, place);
        } else if (self->value[code] < 0) {
            conflict = place;
        } else if (self->value[code] == 0) {
            assign(self, code, place);
        }
    }
    fix_literals(self, 0, conflict);
}

/* Add a clause of the proof. Return false if it is already clear that the proof is wrong. */
static bool add_clause(ProofHints *self)
{
    int32_t count = read_clause(self, self->proof, self->proof_length, &self->proof_read);
    if (count < 0 || self->is_refuted) {
        return count >= 0;
    }
    const int32_t *codes = self->codes;
    int32_t *sorted = self->found, length = 0;
    bool is_useless = false;
    for (int32_t i = 0; i < count; i++) {
        is_useless = is_useless || self->value[codes[i]] > 0 || self->is_marked[codes[i] ^ 1];
        self->is_marked[codes[i]] = 1;
    }
    for (int32_t i = 0; i < count; i++) {
        self->is_marked[codes[i]] = 0;
    }
    if (is_useless || count == 0) {
        return is_useless;
    }
    for (int is_false = 0; is_false < 2; is_false++) { /* false literals last */
        for (int32_t i = 0; i < count; i++) {
            if ((self->value[codes[i]] < 0) == is_false) {
                sorted[length++] = codes[i];
            }
        }
    }
    int32_t place = append_clause(self, sorted, count);
    self->marks[self->count] = LEARNT;
    if (count > 1) {
        watch(self, OTHER_WATCHES, place);
    }
    if (self->value[sorted[0]] < 0) {
        add_empty_clause(self, place);
    } else if (count == 1 || self->value[sorted[1]] < 0) {
        int32_t known = self->trail_length;
        assign(self, sorted[0], place);
        fix_literals(self, known, 0);
    }
    return true;
}

/* Backward through the proof */

static void remove_last_clause(ProofHints *self)
{
    int32_t number = self->count--, place = self->places[number];
    if ((self->marks[number] & LEARNT) != 0 && self->arena[place + 1] != 0) {
        bool is_needed = (self->marks[number] & NEEDED) != 0;
        unwatch(self, is_needed ? NEEDED_WATCHES : OTHER_WATCHES, place);
    }
    while (self->fixed_length > 0) {
        int32_t *last = &self->fixed[self->trail[self->fixed_length - 1] ^ 1];
        if (*last < number) {
            break;
        }
        *last = 0;
        self->fixed_length--;
    }
    unassign_from(self, self->fixed_length);
}

static void mark_as_needed(ProofHints *self, int32_t number)
{
    int32_t place = self->places[number];
    if ((self->marks[number] & NEEDED) == 0 && self->arena[place] != 0 &&
        self->arena[place + 1] != 0) {
        unwatch(self, OTHER_WATCHES, place);
        watch(self, NEEDED_WATCHES, place);
    }
    self->marks[number] |= NEEDED;
}

static int compare(const void *one, const void *other)
{
    int32_t first = *(const int32_t *)one, second = *(const int32_t *)other;
    return (first > second) - (first < second);
}

/* Mark the literals of a clause as false, and add them to the list of these codes. */
static int32_t mark_literals(ProofHints *self, int32_t place, int32_t count)
{
    for (int32_t i = place; self->arena[i] != 0; i++) {
        if (!self->is_marked[self->arena[i]]) {
            self->is_marked[self->arena[i]] = 1;
            self->codes[count++] = self->arena[i];
        }
    }
    return count;
}

/* Write the hints of the clause at a place to `found`. Return the number of hints, or -1 if the
   clause does not follow from the clauses before it. */
static int32_t find_hints(ProofHints *self, int32_t clause)
{
    int32_t known = self->trail_length, *found = self->found, length = 0;
    for (int32_t i = clause; self->arena[i] != 0; i++) {
        if (self->value[self->arena[i]] == 0) {
            assign(self, self->arena[i] ^ 1, 0);
        }
    }
    int32_t conflict = propagate(self, known);
    if (conflict == 0) {
        return -1;
    }
    int32_t marked = mark_literals(self, conflict, 0), first = 2 * self->variables + 2;
    int32_t place_of_first = first;
    /* These hints are found in reverse order, so they are written from the end on. */
    found[--first] = self->arena[conflict - 1];
    for (int32_t i = self->trail_length - 1; i >= self->fixed_length; i--) {
        int32_t code = self->trail[i], place = self->reason[code];
        if (self->is_marked[code ^ 1] && place != 0) {
            found[--first] = self->arena[place - 1];
            marked = mark_literals(self, place, marked);
        }
    }
    for (int32_t i = clause; self->arena[i] != 0; i++) {
        /* The clause's own literals are assumed to be false, so they need no hints. */
        self->is_marked[self->arena[i]] = 0;
    }
    for (int32_t i = 0; i < marked; i++) {
        int32_t code = self->codes[i];
        if (self->is_marked[code] && self->fixed[code] != 0) {
            found[length++] = self->fixed[code];
        }
        self->is_marked[code] = 0;
    }
    qsort(found, (size_t)length, sizeof *found, compare);
    unassign_from(self, known);
    memmove(&found[length], &found[first], (size_t)(place_of_first - first) * sizeof *found);
    return length + place_of_first - first;
}

static void write_number(ProofHints *self, int32_t number, char after)
{
    char digits[12];
    int length = 0;
    uint32_t left = (uint32_t)(number < 0 ? -number : number);
    if (self->text_room - self->text_length < sizeof digits + 1) {
        size_t room = 2 * self->text_room + 1024;
        char *text = realloc(self->text, room);
        if (text == NULL) {
            self->is_out_of_memory = true;
            return;
        }
        self->text = text;
        self->text_room = room;
    }
    do {
        digits[length++] = (char)('0' + left % 10);
        left /= 10;
    } while (left != 0);
    if (number < 0) {
        digits[length++] = '-';
    }
    while (length > 0) {
        self->text[self->text_length++] = digits[--length];
    }
    self->text[self->text_length++] = after;
}

/* Remove the last clause; if the proof needs it, write its step. Return whether the clause
   follows from the clauses before it. */
static bool remove_and_write(ProofHints *self)
{
    int32_t number = self->count, place = self->places[number], length;
    const int32_t *hints = self->found;
    remove_last_clause(self);
    if ((self->marks[number] & NEEDED) == 0) {
        return true;
    }
    if (self->stored[number] != 0) {
        hints = &self->hints[self->stored[number] - 1];
        length = *hints++;
    } else {
        length = find_hints(self, place);
    }
    if (length < 0) {
        return false;
    }
    write_number(self, number, ' ');
    for (int32_t i = place; self->arena[i] != 0; i++) {
        int32_t variable = self->arena[i] / 2;
        write_number(self, self->arena[i] % 2 != 0 ? -variable : variable, ' ');
    }
    write_number(self, 0, ' ');
    for (int32_t i = 0; i < length; i++) {
        mark_as_needed(self, hints[i]);
        write_number(self, hints[i], ' ');
    }
    write_number(self, 0, '\n');
    return true;
}

/* Making, running and freeing */

ProofHints *start_proof_hints(const int32_t *formula, size_t formula_length, const int32_t *proof,
                              size_t proof_length)
{
    if (formula_length > MOST_NUMBERS || proof_length > MOST_NUMBERS) {
        return NULL;
    }
    ProofHints *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return NULL;
    }
    /* copies: another thread may change the numbers meanwhile */
    int32_t *own = make_array(self, formula_length, sizeof *own);
    self->proof = make_array(self, proof_length, sizeof *self->proof);
    if (self->is_out_of_memory) {
        free(own);
        free_proof_hints(self);
        return NULL;
    }
    memcpy(own, formula, formula_length * sizeof *own);
    memcpy(self->proof, proof, proof_length * sizeof *proof);
    self->proof_length = proof_length;
    size_t ends = 2;
    for (size_t i = 0; i < formula_length; i++) {
        int32_t literal = own[i];
        if (literal < -MOST_VARIABLES || literal > MOST_VARIABLES) {
            free(own);
            free_proof_hints(self);
            return NULL;
        }
        literal = literal < 0 ? -literal : literal;
        self->variables = literal > self->variables ? literal : self->variables;
        ends += literal == 0;
    }
    for (size_t i = 0; i < proof_length; i++) {
        ends += self->proof[i] == 0;
    }
    size_t variables = (size_t)self->variables, codes = 2 * variables + 2;
    size_t clauses = ends + variables + 2;
    size_t length = formula_length + proof_length + clauses + 3 * variables + 8;
    self->arena = make_array(self, length, sizeof *self->arena);
    self->arena_length = 1;
    self->places = make_array(self, clauses, sizeof *self->places);
    self->stored = make_array(self, clauses, sizeof *self->stored);
    self->marks = make_array(self, clauses, 1);
    self->hints = make_array(self, 2 * length, sizeof *self->hints);
    self->watches[0] = make_array(self, codes, sizeof **self->watches);
    self->watches[1] = make_array(self, codes, sizeof **self->watches);
    self->value = make_array(self, codes, 1);
    self->is_marked = make_array(self, codes, 1);
    self->reason = make_array(self, codes, sizeof *self->reason);
    self->fixed = make_array(self, codes, sizeof *self->fixed);
    self->trail = make_array(self, codes, sizeof *self->trail);
    self->codes = make_array(self, codes, sizeof *self->codes);
    self->found = make_array(self, 2 * codes, sizeof *self->found);
    if (!self->is_out_of_memory) {
        read_formula(self, own, formula_length);
    }
    free(own);
    return self;
}

int run_proof_hints(ProofHints *self, int64_t work)
{
    self->work = 0;
    while (self->work < work && !self->is_out_of_memory) {
        if (self->proof_read < self->proof_length) {
            self->work++;
            if (!add_clause(self)) {
                return HINTS_FAILED;
            }
            continue;
        }
        if (!self->is_refuted) {
            return HINTS_FAILED;
        }
        if (!self->is_backward) {
            self->is_backward = true;
            self->marks[self->count] |= NEEDED;
        }
        if (self->count == self->formula_size) {
            return HINTS_DONE;
        }
        self->work++;
        if (!remove_and_write(self)) {
            return HINTS_FAILED;
        }
    }
    return self->is_out_of_memory ? HINTS_WITHOUT_MEMORY : HINTS_UNFINISHED;
}

const char *text_of_proof_hints(const ProofHints *self, size_t *length)
{
    *length = self->text_length;
    return self->text;
}

void free_proof_hints(ProofHints *self)
{
    for (int kind = 0; kind < 2; kind++) {
        for (size_t i = 0; self->watches[kind] != NULL && i < 2 * (size_t)self->variables + 2;
             i++) {
            free(self->watches[kind][i].places);
        }
        free(self->watches[kind]);
    }
    free(self->arena);
    free(self->places);
    free(self->stored);
    free(self->marks);
    free(self->hints);
    free(self->value);
    free(self->is_marked);
    free(self->reason);
    free(self->fixed);
    free(self->trail);
    free(self->codes);
    free(self->found);
    free(self->proof);
    free(self->text);
    free(self);
}
