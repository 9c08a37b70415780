// SPDX-License-Identifier: MIT
#include <iterator>

#include <fmt/format.h>

#include "dhgak/run/names.h"
#include "dhgak/run/report.h"

namespace dhgak {
namespace {

using Text = std::back_insert_iterator<std::string>;

void write_dataset(Text out, const DatasetSummary& dataset) {
    fmt::format_to(out, "{}: {} graphs, {} classes, {} nodes, {} edges, {} node labels\n",
                   dataset.name, dataset.graphs, dataset.classes, dataset.nodes, dataset.edges,
                   dataset.labels);
}

void write_config(Text out, const Report& report) {
    const AlignOptions& align = report.options.align;
    fmt::format_to(out, "{}  H={} b={} alpha={} nlm={} cluster={} factor={} T={} seed={}\n",
                   report.options.kernel.text(), align.slices.H, align.slices.b, align.alpha,
                   align.embed.nlm.text(), text_of(align.cluster), align.cluster_factor, align.T,
                   align.seed);
    if (align.embed.attributes.name != "off")
        fmt::format_to(out, "attributes {}\n", align.embed.attributes.text());
}

void write_folds(Text out, const CvResult& cv) {
    fmt::format_to(out, "\n{:>6} {:>6} {:>10} {:>8}\n", "fold", "tests", "accuracy", "C");
    for (std::size_t f = 0; f < cv.folds.size(); ++f)
        fmt::format_to(out, "{:>6} {:>6} {:>8.2f} % {:>8g}\n", f, cv.folds[f].test_size,
                       100 * cv.folds[f].accuracy, cv.folds[f].C);
}

// Wide tables of many classes are left to the JSON.
void write_confusion(Text out, const ConfusionMatrix& confusion) {
    constexpr std::size_t kMostClasses = 10;
    if (confusion.size() > kMostClasses) return;
    fmt::format_to(out, "\n  true class, predicted as");
    for (std::size_t c = 0; c < confusion.size(); ++c) fmt::format_to(out, " {:>6}", c);
    for (std::size_t c = 0; c < confusion.size(); ++c) {
        fmt::format_to(out, "\n{:>26}", c);
        for (const std::size_t count : confusion[c]) fmt::format_to(out, " {:>6}", count);
    }
    fmt::format_to(out, "\n");
}

void write_accuracy(Text out, const CvResult& cv, const DatasetSummary& dataset) {
    fmt::format_to(out, "\naccuracy {:.2f} % +- {:.2f} over {} folds", 100 * cv.mean, 100 * cv.std,
                   cv.folds.size());
    if (cv.repeats > 1)
        fmt::format_to(out, ", +- {:.2f} over {} repeats", 100 * cv.std_over_repeats, cv.repeats);
    fmt::format_to(out,
                   "   (majority class {:.2f} %)\n95 % interval {:.2f} to {:.2f} %   balanced "
                   "accuracy {:.2f} %",
                   100 * dataset.majority, 100 * cv.interval.low, 100 * cv.interval.high,
                   100 * cv.balanced_accuracy);
    if (cv.auroc) fmt::format_to(out, "   AUROC {:.4f}", *cv.auroc);
    fmt::format_to(out, "\n");
    write_confusion(out, cv.confusion);
}

void write_times(Text out, const Report& report) {
    fmt::format_to(out, "\nseconds ");
    for (const auto& [stage, seconds] : report.times.stages())
        fmt::format_to(out, " {} {:.3f} ", stage, seconds);
    fmt::format_to(out, " total {:.3f}   ({} threads, peak {:.0f} MiB)\n", report.times.total(),
                   report.threads, static_cast<double>(report.peak_bytes) / (1 << 20));
}

}  // namespace

std::string to_table(const Report& report) {
    std::string text;
    const Text out(text);
    write_dataset(out, report.dataset);
    write_config(out, report);
    if (report.cv) {
        write_folds(out, *report.cv);
        write_accuracy(out, *report.cv, report.dataset);
    }
    write_times(out, report);
    return text;
}

}  // namespace dhgak
