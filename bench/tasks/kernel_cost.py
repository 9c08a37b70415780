#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What each kernel takes: seconds and peak memory of its matrix on some datasets, as a Markdown table.

    bench/tasks/kernel_cost.py --program build/dhgak --data FOLDER [--kernels a,b] [--limit 600] NCI1 COLLAB

Seconds are those of the clock from reading to the matrix, data on the disk; CPU seconds of all cores stand behind
them. A kernel that takes more than --limit seconds is stopped.
"""
import argparse
import os
import pathlib
import signal
import subprocess
import tempfile
import time

KERNELS = ("vertex-histogram,edge-histogram,wl,wl-oa,gwl,gwl-oa,gawl,fwl,wwl,sp,pm,retgk,retgk:features=1000,"
           "dhgak,dhgak-oa,gntk,graphqntk")


def cell(program, folder, kernel, limit):
    with tempfile.TemporaryDirectory() as place:
        start = time.monotonic()
        with open(pathlib.Path(place) / "said", "w+") as said:
            child = subprocess.Popen([program, "kernel", folder, "--kernel", kernel, "--quiet", "-o",
                                      str(pathlib.Path(place) / "K.npy")], stdout=subprocess.DEVNULL, stderr=said)
            while True:
                ended, status, usage = os.wait4(child.pid, os.WNOHANG)
                if ended:
                    break
                if time.monotonic() - start > limit:
                    child.send_signal(signal.SIGKILL)
                    os.wait4(child.pid, 0)
                    return f"over {limit}"
                time.sleep(0.02)
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode != 0:
                said.seek(0)
                return f"refused: {said.read().strip().splitlines()[-1]}"
    seconds, cpu = time.monotonic() - start, usage.ru_utime + usage.ru_stime
    return f"{seconds:.1f} ({cpu:.1f}), {usage.ru_maxrss / 1024:,.0f} MiB"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/dhgak")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of TU folders")
    parser.add_argument("--kernels", default=KERNELS)
    parser.add_argument("--limit", type=int, default=600, help="seconds")
    parser.add_argument("datasets", nargs="+")
    arguments = parser.parse_args()
    print(f"| kernel | {' | '.join(arguments.datasets)} |\n|---|{'---|' * len(arguments.datasets)}")
    for kernel in arguments.kernels.split(","):
        cells = [cell(arguments.program, str(arguments.data / name), kernel, arguments.limit)
                 for name in arguments.datasets]
        print(f"| `{kernel}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
