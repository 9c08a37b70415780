# SPDX-License-Identifier: MIT
"""What a user does first, with nothing there but the wheel and what it asks for."""
import re
import subprocess
from pathlib import Path

import dhgak

# What every Linux has by the rules for such wheels (PEP 600); all else must come along.
EVERYWHERE = re.compile(r"linux-vdso|ld-linux|lib(c|m|dl|rt|util|pthread|resolv|gcc_s|stdc\+\+|z|expat)\.so")

package = Path(dhgak.__file__).parent
for file in [*package.glob("_core*.so"), package / "bin" / "dhgak"]:
    for line in subprocess.run(["ldd", file], check=True, capture_output=True, text=True).stdout.splitlines():
        is_bundled = str(package.parent) in line
        assert is_bundled or EVERYWHERE.search(line), f"{file.name} takes from the system: {line.strip()}"

graphs, classes = dhgak.datasets.demo()
model = dhgak.DHGAKClassifier(H=2).fit(graphs[:150], classes[:150])
score = model.score(graphs[150:], classes[150:])
assert score > 0.85, score
assert (package / "_core.pyi").exists() and (package / "py.typed").exists()
notices = (package / "NOTICES").read_text()
for library in (package.parent / "dhgak.libs").iterdir():
    assert library.name in notices, f"{library.name} was copied without a notice"
assert all(f"\n{name}\n" in notices for name in ("nanobind", "robin-map", "node-d3"))
print(f"dhgak {dhgak.__version__} from a wheel: {score:.0%} of new graphs right")
