# SPDX-License-Identifier: MIT
"""The page allows its own two scripts, each by its hash, and no other.
   policy.py DHGAK"""
import base64
import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

with tempfile.TemporaryDirectory() as folder:
    page = Path(folder, "page.html")
    subprocess.run([sys.argv[1], "report", "--data", "demo", "-o", page], check=True, stdout=subprocess.DEVNULL)
    text = page.read_bytes()
policy = re.search(rb'Content-Security-Policy" content="([^"]*)"', text)[1].decode()
allowed = re.search(r"script-src ([^;]*);", policy)[1].split()
scripts = re.findall(rb"<script>(.*?)</script>", text, re.DOTALL)
hashes = ["'sha256-" + base64.b64encode(hashlib.sha256(script).digest()).decode() + "'" for script in scripts]
assert len(scripts) == 2 and allowed == hashes, f"allowed are {allowed}, the page has {hashes}"
