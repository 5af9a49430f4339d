import subprocess
import sys


def test_notation_does_without_numba():
    modules = ", ".join(
        f"generator.puzzles.sokoban.{name}" for name in ("notation.xsb", "similarity.identity", "pictures.svg")
    )
    program = f"import sys, {modules}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
