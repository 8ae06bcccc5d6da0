"""The kinds of claims that a certificate can make, by the names that `certificate.json` has.

Each is declared beside the question that it belongs to; an application adds its own.
"""

from ..base.registry import Registry

CLAIMS = Registry(
    {
        "yes": "questions.yes_no_claims:CertifiedYes",
        "no": "questions.yes_no_claims:CertifiedNo",
        "canonical form": "questions.canonical_claim:CertifiedForm",
        "number of ways": "questions.symmetry_claims:CertifiedWays",
        "number of symmetries": "questions.symmetry_claims:CertifiedSymmetries",
        "solutions": "questions.completion_claim:CertifiedSolutions",
    },
    added_by="claims",
)
"""The classes of claims, all below `Statement` (questions/claim.py)."""
