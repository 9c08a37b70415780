// SPDX-License-Identifier: MIT
#include "dhgak/report/report_page.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/version.h"
#include "dhgak/run/options.h"
#include "report/assets.h"
#include "report/data_facts.h"
#include "report/graph_facts.h"
#include "report/markup.h"
#include "report/model_facts.h"
#include "report/paired_facts.h"
#include "report/rename_facts.h"
#include "report/run_facts.h"

namespace dhgak {
namespace {

// JSON that no text in it can end the script element of: in JSON, `<` occurs inside strings only.
std::string escape_script(const Json& json) {
    std::string escaped;
    for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace))
        if (c == '<')
            escaped += "\\u003c";
        else
            escaped += c;
    return escaped;
}

// The name of what the page is about.
std::string title_of(const ReportInput& input, const Json& runs) {
    if (input.data) return input.data->name;
    if (input.model) return input.model->info().dataset;
    for (const Json& run : runs) {
        if (run.contains("dataset")) return run.at("dataset").at("name");
        if (run.contains("experiment")) return "The DHGAK paper, run again";
    }
    return "Comparison of kernels";
}

// What the folds of the first run on these graphs said.
CrossValidated predictions_of(const ReportInput& input) {
    for (const RunFile& file : input.runs)
        if (CrossValidated said = cross_validated(file, *input.data); !said.classes.empty())
            return said;
    return {};
}

// What commands on the page need not say.
Json default_options() {
    Json defaults = json_of(kernel_settings({}));
    defaults.update(json_of(judging_settings({})));
    return defaults;
}

Json page_facts(const ReportInput& input) {
    std::vector<std::string> notes;
    Json runs = Json::array();
    for (const RunFile& file : input.runs) runs.push_back(run_facts(file, input.data, notes));
    Json facts = {{"title", title_of(input, runs)}, {"command", input.command},
                  {"version", version()},           {"defaults", default_options()},
                  {"runs", std::move(runs)},        {"pairs", paired_facts(input.runs)}};
    if (input.model) facts["model"] = model_facts(*input.model, input.data, notes);
    if (input.data) {
        facts["data"] = data_facts(*input.data, input.limits.labels);
        facts["graphs"] = graph_facts(input, predictions_of(input), notes);
    }
    facts["notes"] = notes;
    rename_facts(facts, input.names);
    return facts;
}

}  // namespace

bool has_chart_library() { return !kD3.empty(); }

std::string report_page(const ReportInput& input) {
    if (!has_chart_library())
        throw ConfigError(
            "this build has no library for charts; install Debian's node-d3 and build again");
    const Json facts = page_facts(input);
    return fmt::format(
        "<!DOCTYPE html>\n"
        "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "script-src '{}' '{}'; style-src 'unsafe-inline'; img-src data:\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n"
        "<title>{} - dhgak report</title>\n<style>\n{}</style>\n</head>\n<body>\n{}"
        "<script type=\"application/json\" id=\"facts\">{}</script>\n"
        "<script>{}</script>\n<script>{}</script>\n</body>\n</html>\n",
        kD3Hash, kPageScriptHash, escape_markup(facts.at("title").get<std::string>()), kPageStyle,
        kPageBody, escape_script(facts), kD3, kPageScript);
}

}  // namespace dhgak
