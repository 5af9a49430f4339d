"""Metrics at the ends of what a family may measure."""

from hypothesis import strategies as st


def extremes() -> st.SearchStrategy[float | None]:
    """Whole numbers of hundreds of digits, floats of every kind, truth values, and what is not known."""
    edges = [10**6, 10**6 + 1, 10**12, 2**53, 2**63, 10**28, 10**29, 10**400, 999_999.99, 1e6, 5.7e29, 5e-324]
    huge = st.integers(0, 400).flatmap(lambda digits: st.integers(-(10**digits), 10**digits))
    return st.none() | st.booleans() | st.floats() | st.integers() | huge | st.sampled_from(edges)
