// SPDX-License-Identifier: MIT
#include "dhgak/pipeline.h"

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"

namespace dhgak {

Report cross_validate_dataset(const std::string& source, const RunOptions& options) {
    validate(options.cv);
    const auto kernel = make_kernel(options.kernel, options.align);

    Report report = {.source = source, .options = options};
    const Dataset dataset = report.times.measure("read", [&] { return read_dataset(source); });
    if (dataset.classes.empty())
        throw InputError(fmt::format(
            "{}: the graphs have no classes; {}_graph_labels.txt is needed", source, dataset.name));
    report.dataset = summarize(dataset);
    const GramMatrix gram = kernel->gram(dataset, report.times);
    report.cv = report.times.measure(
        "learn", [&] { return cross_validate(gram, dataset.classes, options.cv); });
    report.threads = num_threads();
    report.peak_bytes = peak_bytes();
    return report;
}

}  // namespace dhgak
