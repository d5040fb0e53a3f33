"""Draws what the benchmarks wrote: python3 bench/plot.py exchange.json copy.json scaling.json folder

One SVG per file that exists, named like it: exchange.svg, copy.svg, scaling.svg.  Machine and versions stand below each drawing.
"""
import json
import pathlib
import sys
import textwrap

try:
    import matplotlib
except ImportError:
    sys.exit("skipped the drawing: matplotlib is not installed (make plot installs it)")

matplotlib.use("svg")
import matplotlib.pyplot as plt

matplotlib.rcParams.update({"svg.hashsalt": "cucore", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                            "axes.spines.right": False, "legend.frameon": False, "axes.axisbelow": True})
COLOURS = {"floor": "#b0b0b0", "cucore": "#1f6f4a", "nanobind": "#d98b3a", "cuda.core": "#7a9a2e",
           "torch": "#d4593b", "cupy": "#4a7fb5", "cccl": "#8a6fb0", "graph": "#4a7fb5", "sectors": "#b0b0b0"}
WITHOUT_DATES = {"Date": None, "Creator": None}


def footer(figure, *notes):
    text = "\n".join(line for note in notes for line in textwrap.wrap(note, 118))
    figure.text(0.01, 0.005, text, fontsize=7, color="#555555", va="bottom")


def bars(axes, names, series):
    """Horizontal bars, one group per name; series is {label: values}, None where there is nothing to show."""
    height = 0.8 / len(series)
    for at, (label, values) in enumerate(series.items()):
        known = [(row, value) for row, value in enumerate(values) if value is not None]
        axes.barh([row - 0.4 + (at + 0.5) * height for row, _ in known], [value for _, value in known], height,
                  label=label, color=COLOURS[label])
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="x", which="major", color="#e4e4e4")
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=len(series), fontsize=8, borderaxespad=0.1)


def figure_for(rows, title):
    figure, axes = plt.subplots(figsize=(8.2, 1.6 + 0.3 * rows))
    figure.subplots_adjust(left=0.25, right=0.98, top=1 - 0.6 / figure.get_figheight(),
                           bottom=0.9 / figure.get_figheight())
    figure.suptitle(title, x=0.01, y=1 - 0.08 / figure.get_figheight(), ha="left", va="top", fontsize=11)
    return figure, axes


def column(rows, key):
    return [row.get(key) for row in rows]


def exchange(data):
    rows = data["rows"]
    series = {label: column(rows, label) for label in ("floor", "cucore", "nanobind", "cuda.core")}
    figure, axes = figure_for(len(rows), "One array, from the Python object to C: ns (log scale), less is better")
    bars(axes, column(rows, "name"), series)
    axes.set_xscale("log")
    axes.set_xlim(left=10)
    footer(figure, data["machine"], data["versions"],
           "floor: the producer's own calls, bare, from a C loop. nanobind and cuda.core with one Python call around.")
    return figure


def copy(data):
    rows = data["cases"]
    peers = [peer for peer in ("torch", "cupy", "cccl") if any(row.get(peer) for row in rows)]
    figure, axes = figure_for(len(rows), "Strided copies on the device: % of a contiguous cuMemcpyDtoD, more is better")
    bars(axes, column(rows, "name"), {"cucore": column(rows, "ours"), **{peer: column(rows, peer) for peer in peers}})
    axes.set_xlim(0, 105)
    footer(figure, data["machine"], f"cuMemcpyDtoD of 4 GiB: {data['memcpy GB/s']:.0f} GB/s, bytes read + written. Medians.")
    return figure


def scaling(data):
    if data["simulated"]:
        return None
    alone = data["gpus"] == 1
    rows = [row for row in data["rows"] if not (alone and row["contiguous"])]  # alone, NCCL does nothing with these
    kinds = [kind for kind in ("cucore", "graph", "sectors") if any(kind in row["percent"] for row in rows)]
    names = [f"{row['name']}, {round(row['nbytes'] / (1 << 20))} MiB" for row in rows]
    figure, axes = figure_for(len(rows), "nccl_arrays: % of bare NCCL, for strided arrays with packing at memcpy speed, more is better")
    bars(axes, names, {kind: [row["percent"].get(kind) for row in rows] for kind in kinds})
    axes.axvline(100, color="#555555", linewidth=0.8)
    version = data["nccl"]
    figure.subplots_adjust(left=0.32)
    footer(figure, f"{data['gpus']} x {data['machine']}, NCCL {version // 10000}.{version // 100 % 100}.{version % 100}. Medians, the slowest rank."
           + (" One rank, which sends to itself." if alone else ""),
           "graph: captured. sectors: NCCL with a memcpy of as many sectors of 32 bytes as packing touches.")
    return figure


DRAWINGS = {"exchange": exchange, "copy": copy, "scaling": scaling}


def generated():
    """Returns the files of the repository that are drawings of this program, copied from the folder of a run."""
    return [pathlib.Path(__file__).resolve().parent.parent / "docs" / "reference" / f"{name}.svg" for name in DRAWINGS]


def main():
    *files, folder = map(pathlib.Path, sys.argv[1:])
    for file in files:
        if not file.exists():
            print("skipped:", file, "does not exist")
            continue
        target = folder / (file.stem + ".svg")
        figure = DRAWINGS[file.stem](json.loads(file.read_text()))
        if figure is None:
            print("skipped:", file, "is of the fake driver, its times mean nothing")
            continue
        figure.savefig(target, metadata=WITHOUT_DATES)
        print(target)


if __name__ == "__main__":
    main()
