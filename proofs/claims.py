"""The kinds of statements that a certificate can prove, such as "canonical form", and the class of
each kind. The file `certificate.json` of a certificate names the kind of its statement.

Each kind is declared beside the question that it belongs to. An application can add its own kinds.
"""

from ..base.registry import Registry

CLAIMS = Registry(
    {
        "yes": "questions.yes_no_claims:YesClaim",
        "no": "questions.yes_no_claims:NoClaim",
        "not copies": "questions.broken_symmetry_claim:NotCopyClaim",
        "canonical form": "questions.canonical_claim:CanonicalFormClaim",
        "number of ways": "questions.symmetry_claims:WayCountClaim",
        "number of symmetries": "questions.symmetry_claims:SymmetryCountClaim",
        "solutions": "questions.completion_claim:SolutionCountClaim",
    },
    application_field="claims",
)
"""The class of each kind of claim; all are subclasses of `Claim` (questions/claim.py)."""
