// SPDX-License-Identifier: MIT
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dhgak/core/error.h"
#include "dhgak/core/log.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/version.h"
#include "dhgak/run/document.h"
#include "io/json_text.h"
#include "io/json_value.h"
#include "kernels/registry.h"
#include "paper/experiment.h"
#include "paper/paper_results.h"
#include "paper/variants.h"
#include "run/render/json.h"
#include "search/fingerprint.h"
#include "search/journal.h"

namespace dhgak {
namespace {

// The paper does not say which parameters it timed; these are of the usual size.
AlignOptions options_for(const std::string& dataset) {
    AlignOptions options;
    options.slices = {.H = 5, .b = 1};
    options.alpha = 0.6f;
    options.cluster_factor = 0.5;
    if (dataset == "DD") options.slices = {.H = 3, .b = 0};
    if (dataset == "COLLAB") {
        options.slices = {.H = 1, .b = 0};
        options.cluster_factor = 0.1;
    }
    return options;
}

struct TimedMethod {
    std::string title;
    Spec kernel, nlm;
    std::string paper_method;
};

std::vector<TimedMethod> methods_of(const ReproduceOptions& options) {
    std::vector<TimedMethod> methods;
    std::vector<Spec> nlms = options.nlms;
    nlms.push_back(options.bert);
    for (const Spec& nlm : nlms)
        for (const Spec& kernel : options.kernels)
            methods.push_back({.title = title_of(kernel.text(), nlm),
                               .kernel = kernel,
                               .nlm = nlm,
                               .paper_method = paper_method_of(kernel.name, nlm)});
    for (const std::string& paper : paper_methods("table4"))
        if (const std::optional<std::string> name = kernel_of(paper))
            methods.push_back({.title = *name,
                               .kernel = limited({.name = *name, .options = {}}, options),
                               .nlm = {.name = "label", .options = {}},
                               .paper_method = paper});
    return methods;
}

// What decides results beside options, like the checksum of weights; empty where there are none.
std::string identity_of(const RunOptions& options) {
    try {
        return make_kernel(options.kernel.method, options.kernel.align, setup_of(options))
            ->identity();
    } catch (const Interrupted&) {
        throw;
    } catch (const Error&) {  // `measure` says why it is not available
        return {};
    }
}

// Everything that decides what is timed: a measurement of anything else is not taken for it.
Json subject_of(const Dataset& dataset, const TimedMethod& method, std::uint64_t seed) {
    RunOptions options = {.seed = seed};
    options.kernel.method = method.kernel;
    options.kernel.align = options_for(dataset.name);
    options.kernel.align.nlm = method.nlm;
    return {{"dataset", dataset.name},
            {"fingerprint", fingerprint(dataset)},
            {"method", method.title},
            {"seed", seed},
            {"settings", json_of(kernel_settings(options))},
            {"identity", identity_of(options)}};
}

// One measurement: the kernel matrix from a dataset in memory.
Json measure(const Dataset& dataset, const TimedMethod& method, std::uint64_t seed) {
    AlignOptions options = options_for(dataset.name);
    options.nlm = method.nlm;
    Json entry = subject_of(dataset, method, seed);
    try {
        StageTimes times;
        const auto kernel = make_kernel(method.kernel, options, {.seed = seed});
        const auto fitted = kernel->fit(dataset, {times});
        times.measure("kernel", [&] { return fitted->gram(); });
        entry["seconds"] = times.total();
        for (const auto& [stage, seconds] : times.stages()) entry["stages"][stage] = seconds;
    } catch (const Interrupted&) {
        throw;
    } catch (const Error& error) {
        entry["unavailable"] = error.what();
    }
    return entry;
}

void recall(const Journal& journal, std::size_t line, std::map<std::string, Json>& recalled) {
    const std::string place = journal.place_of(line);
    try {
        const Json entry = parse_ordered_json(journal.lines()[line], place);
        const JsonValue fields(entry, place);
        for (const char* key : {"dataset", "fingerprint", "method"}) fields.at(key).text();
        if (const auto seconds = fields.find("seconds"))
            seconds->number_in(0, std::numeric_limits<double>::max());
        if (const auto reason = fields.find("unavailable")) reason->text();
        Json subject;
        for (const char* key : {"dataset", "fingerprint", "method", "seed", "settings", "identity"})
            subject[key] = fields.at(key).json();
        recalled[subject.dump()] = entry;
    } catch (const InputError& error) {
        throw InputError(
            fmt::format("{}; not a measurement: remove the line, or the file", error.what()));
    }
}

std::string markdown_of(const std::vector<TimedMethod>& methods,
                        const std::vector<std::string>& names,
                        const std::map<std::pair<std::string, std::string>, Json>& entries) {
    TextTable table = {.header = {"method"}, .rows = {}};
    for (const std::string& name : names)
        for (const char* whose : {"ours", "paper"})
            table.header.push_back(fmt::format("{} {}", name, whose));
    std::vector<std::string> reasons;
    for (const TimedMethod& method : methods) {
        std::vector<std::string> row = {method.title};
        std::string reason;
        for (const std::string& name : names) {
            const auto found = entries.find({name, method.title});
            const bool ran = found != entries.end() && found->second.contains("seconds");
            if (found != entries.end() && found->second.contains("unavailable"))
                reason = found->second.at("unavailable").get<std::string>();
            row.push_back(ran ? fmt::format("{:.2f}", found->second.at("seconds").get<double>())
                              : "-");
            const auto paper = paper_value("table4", name, method.paper_method);
            row.push_back(paper ? paper->text() : "-");
        }
        if (!reason.empty())
            reasons.push_back(fmt::format("- {} did not run: {}", method.title, reason));
        table.rows.push_back(std::move(row));
    }
    Document document;
    document.line("# table4");
    document.line(fmt::format(
        "Seconds for the kernel matrix of a dataset in memory, {} threads; T 3, alpha 0.6, H 5 b 1 "
        "factor 0.5 (DD: H 3 b 0 factor 0.5, COLLAB: H 1 b 0 factor 0.1), other kernels with their "
        "defaults. The paper's server and parameters are its own.",
        num_threads()));
    document.table(std::move(table));
    document.line(fmt::format("{}", fmt::join(reasons, "\n")));
    return document.as_markdown();
}

}  // namespace

ExperimentOutcome reproduce_time(const ReproduceOptions& options) {
    const std::vector<TimedMethod> methods = methods_of(options);
    const std::vector<std::string> names = datasets_of(options, paper_datasets("table4"));
    const Json header = {{"journal", "dhgak reproduce table4"},
                         {"build", build()},
                         {"version", version()},
                         {"threads", num_threads()}};
    Journal journal(options.output / "table4.jsonl", header.dump());
    std::map<std::pair<std::string, std::string>, Json> entries;
    std::map<std::string, Json> recalled;  // by subject
    for (std::size_t i = 0; i < journal.lines().size(); ++i) recall(journal, i, recalled);
    std::vector<Spec> kernels;
    kernels.reserve(methods.size());
    for (const TimedMethod& method : methods) kernels.push_back(method.kernel);
    for (const std::string& name : names) {
        const std::optional<Dataset> dataset = find_dataset(options, name, kernels);
        if (!dataset) continue;
        for (const TimedMethod& method : methods) {
            const std::pair key(name, method.title);
            const auto known = recalled.find(subject_of(*dataset, method, options.seed).dump());
            if (known != recalled.end()) {
                entries[key] = known->second;
                continue;
            }
            log_info(fmt::format("{}: {}", name, method.title));
            entries[key] = measure(*dataset, method, options.seed);
            if (entries[key].contains("seconds")) journal.append(entries[key].dump());
        }
    }
    Json json = {{"experiment", "table4"},
                 {"version", version()},
                 {"threads", num_threads()},
                 {"measurements", Json::array()}};
    for (const auto& [key, entry] : entries) json["measurements"].push_back(entry);
    return {.json = json.dump(2) + "\n", .markdown = markdown_of(methods, names, entries)};
}

}  // namespace dhgak
