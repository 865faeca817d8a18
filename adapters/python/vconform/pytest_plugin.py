"""A pytest plugin: a test for each row of a backend, and for each rule that it breaks.

In a test module, test_cast = vconform.tested(cast, level="quick", waivers="waivers.json") becomes
test_cast::vconv_f322f16r for a row, which passes if the row conforms, and
test_cast::vconv_f322f16r::round.nearest-ties-to-even for each of its deviations, which fails; one
that the file of waivers (of certify) has is an expected failure; and test_cast::certify, which
fails if certify ends with 1 for another reason: a row that --require asks for, a waiver that matches
nothing, a --baseline. The suite runs when tests are collected. An installed package registers the
plugin; otherwise, pytest -p vconform.pytest_plugin.
"""

import pytest

from .suite import SuiteError, Tested


def pytest_pycollect_makeitem(collector, name, obj):
    tested = getattr(obj, "tested", None)
    if isinstance(tested, Tested) and name.startswith("test"):
        return _Backend.from_parent(collector, name=name, tested=tested)
    return None


class _Backend(pytest.Collector):
    def __init__(self, tested, **arguments):
        super().__init__(**arguments)
        self.tested = tested

    def collect(self):
        try:
            certificate = self.tested.certificate()
        except (SuiteError, ValueError) as error:
            yield _Failure.from_parent(self, name="certify", why=str(error))
            return
        yield _Run.from_parent(self, name="certify", certificate=certificate)
        for row in certificate.rows:
            instruction = row["instruction"]
            # Of several with one name the one that is not waived counts.
            broken = sorted(
                certificate.deviations_of(instruction), key=lambda one: one.waived_by is not None
            )
            if not broken or (broken[0].waived_by is not None and not row["waived"]):
                yield _Row.from_parent(self, name=instruction, row=row)
            names = set()
            for deviation in broken:
                name = f"{instruction}::{deviation.rule or deviation.verdict}"
                if name not in names:
                    names.add(name)
                    yield _Rule.from_parent(self, name=name, deviation=deviation)


class _Failure(pytest.Item):
    """What keeps a backend from being judged, in one line."""

    def __init__(self, why, **arguments):
        super().__init__(**arguments)
        self.why = why

    def runtest(self):
        pytest.fail(self.why, pytrace=False)


class _Run(pytest.Item):
    def __init__(self, certificate, **arguments):
        super().__init__(**arguments)
        self.certificate = certificate

    def runtest(self):
        rows_pass = all(row["conforms"] or row["waived"] for row in self.certificate.rows)
        if rows_pass and not self.certificate.passed:
            pytest.fail(self.certificate.text, pytrace=False)


class _Row(pytest.Item):
    def __init__(self, row, **arguments):
        super().__init__(**arguments)
        self.row = row

    def runtest(self):
        if not self.row["conforms"]:
            pytest.fail(f"{self.name} does not conform, or was not judged", pytrace=False)


class _Rule(pytest.Item):
    def __init__(self, deviation, **arguments):
        super().__init__(**arguments)
        self.deviation = deviation
        if deviation.waived_by is not None:
            self.add_marker(pytest.mark.xfail(reason=deviation.waived_by, strict=True))

    def runtest(self):
        pytest.fail(f"{self.deviation}\n\n{self.deviation.snippet()}".rstrip(), pytrace=False)
