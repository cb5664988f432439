"""What nobody should ever type as an answer or a guess, and how the sentence on it begins."""

from decimal import Decimal

import numpy as np

from thirtyone import Dist, card

NONSENSE = [
    (True, "One number is wanted here, and this is of the type bool."),
    (None, "One number is wanted here, and this is of the type NoneType."),
    ([14], "One number is wanted here, and this is of the type list."),
    ({}, "One number is wanted here, and this is of the type dict."),
    ({14}, "One number is wanted here, and this is of the type set."),
    (b"14", "One number is wanted here, and this is of the type bytes."),
    (np.True_, "One number is wanted here, and this is of the type bool."),
    (2j, "One number is wanted here, and this is of the type complex."),
    (lambda: 14, "One number is wanted here, and this is of the type function."),
    (np.array([1, 2]), "One number is wanted here, and this is of the type ndarray."),
    (card("3D"), "One number is wanted here, and this is of the type Card."),
    (Dist({14: 1}), "That is a whole distribution."),
    (float("nan"), "That is no finite number."),
    (np.float32("nan"), "That is no finite number."),
    (float("-inf"), "That is no finite number."),
    (Decimal("sNaN"), "That is no finite number."),
    (Decimal("1e999"), "That is no finite number."),
    ("fourteen", "That can't be read as a number."),
    ("0,398", "A decimal comma is written as a point: 0.398."),
    ("5,", "That can't be read as a number."),
    ("1e999999999", "That can't be read as a number."),
    ("1/0", "That can't be read as a number."),
    ("1/", "That can't be read as a number."),
    ("%", "That can't be read as a number."),
    ("nan", "That can't be read as a number."),
    ("__import__('os')", "That can't be read as a number."),
    ("14 " * 100_000, "That can't be read as a number."),
    ("1" * 100_000, "That can't be read as a number."),
]
