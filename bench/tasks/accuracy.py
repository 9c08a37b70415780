#!/usr/bin/env python3
"""Mean 10-fold accuracy over seeds, its deviation, and seconds of a run, as a Markdown table.

    accuracy.py --program build/dhgak --data FOLDER [--seeds 5] [-- OPTION ...]

Runs the datasets of configurations.json that FOLDER has, with the paper's kernel; options after `--`
go to every `dhgak cv`.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

CONFIGURATIONS = json.loads((pathlib.Path(__file__).parent / "configurations.json").read_text())


def run(program, folder, options, seed):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run([program, "cv", folder, *options, "--seed", str(seed), "--quiet", "--json",
                        report.name], check=True, stdout=subprocess.DEVNULL)
        return json.load(open(report.name))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--datasets", default=",".join(CONFIGURATIONS))
    parser.add_argument("options", nargs="*")
    args = parser.parse_args()
    print("| dataset | options | majority | accuracy | deviation | seconds |")
    print("|---|---|---|---|---|---|")
    for name in args.datasets.split(","):
        configuration = CONFIGURATIONS[name]
        options = ["--H", str(configuration["H"]), "--b", str(configuration["b"]),
                   "--cluster-factor", str(configuration["factor"]), *args.options]
        if "--kernel" not in options:
            options += ["--kernel", "dhgak"]
        runs = [run(args.program, str(args.data / name), options, seed) for seed in range(args.seeds)]
        scores = [100 * r["accuracy"]["mean"] for r in runs]
        seconds = min(r["seconds"]["total"] for r in runs)
        print(f"| {name} | {' '.join(options)} | {100 * runs[0]['dataset']['majority']:.1f} | "
              f"{statistics.mean(scores):.1f} | {statistics.pstdev(scores):.1f} | {seconds:.2f} |",
              flush=True)


if __name__ == "__main__":
    main()
