/* Hints for a solver's proof: see proof_hints.c. */

#ifndef SUDOKOPIE_PROOF_HINTS_H
#define SUDOKOPIE_PROOF_HINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ProofHints ProofHints;

enum { HINTS_UNFINISHED, HINTS_DONE, HINTS_FAILED, HINTS_WITHOUT_MEMORY };

/* Read a formula, and start to find the hints of a proof that it has no model. Clauses are lists
   of literals, each with a 0 at its end; the proof has only the clauses that it adds. Return NULL
   if there is no memory or the formula is too large. */
ProofHints *start_proof_hints(const int32_t *formula, size_t formula_length, const int32_t *proof,
                              size_t proof_length);

/* Continue until about `work` clauses have been visited. Return HINTS_UNFINISHED if work remains,
   HINTS_DONE if all hints are found, HINTS_FAILED if the proof is wrong, and HINTS_WITHOUT_MEMORY
   if there is not enough memory. After each of the last three results, this function must not be
   called again; only the text may be requested. */
int run_proof_hints(ProofHints *self, int64_t work);

/* Return the lines of the LRAT proof, the last line first, and write the length of this text. */
const char *text_of_proof_hints(const ProofHints *self, size_t *length);

void free_proof_hints(ProofHints *self);

#endif
