// SPDX-License-Identifier: MIT
#include "prediction_rows.h"

#include <charconv>
#include <ostream>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dhgak::cli {
namespace {

// As RFC 4180 has it: quotes where a cell has commas, quotes or line breaks, and double quotes
// inside.
std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string cell = "\"";
    for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
    return cell + '"';
}

// A negative number, as class names may be, is no formula.
bool looks_like_formula(const std::string& text) {
    if (text.empty() || std::string_view("=+-@\t\r").find(text[0]) == std::string_view::npos)
        return false;
    double number = 0;
    const char* first = text.data() + (text[0] == '+' ? 1 : 0);
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(first, last, number);
    return error == std::errc::invalid_argument || end != last;
}

}  // namespace

PredictionRows::PredictionRows(const Model& model, const RowOptions& options, std::ostream& out)
    : options_(options), out_(out), class_names_(model.info().class_names) {
    const Predictor& predictor = model.predictor();
    if (predictor.num_decisions() == 1) decisions_ = {"decision"};
    for (const std::uint32_t c : predictor.classes()) {
        if (predictor.num_decisions() > 1) decisions_.push_back("decision:" + class_names_[c]);
        if (options.probability) probabilities_.push_back("probability:" + class_names_[c]);
    }
}

void PredictionRows::write_header(const std::vector<GraphColumn>& columns) {
    if (std::exchange(has_header_, true) || options_.format == RowFormat::jsonl) return;
    out_ << "graph";
    for (const GraphColumn& column : columns) out_ << ',' << cell(column.name);
    out_ << ",class";
    for (const std::string& name : decisions_) out_ << ',' << cell(name);
    for (const std::string& name : probabilities_) out_ << ',' << cell(name);
    out_ << '\n';
}

std::string PredictionRows::cell(const std::string& name) const {
    return quoted(options_.safe_csv && looks_like_formula(name) ? "'" + name : name);
}

void PredictionRows::finish() { write_header({}); }

void PredictionRows::write(const Dataset& graphs, const Predictions& predictions) {
    write_header(graphs.columns);
    for (std::size_t g = 0; g < predictions.classes.size(); ++g)
        options_.format == RowFormat::csv ? write_csv(graphs, predictions, g)
                                          : write_jsonl(graphs, predictions, g);
    next_graph_ += predictions.classes.size();
}

void PredictionRows::write_csv(const Dataset& graphs, const Predictions& predictions,
                               std::size_t graph) {
    std::string line = std::to_string(next_graph_ + graph);
    for (const GraphColumn& column : graphs.columns) line += ',' + cell(column.values[graph]);
    line += ',' + cell(class_names_[predictions.classes[graph]]);
    for (std::size_t i = 0; i < decisions_.size(); ++i)
        line += fmt::format(",{}", predictions.decisions[graph * decisions_.size() + i]);
    for (std::size_t i = 0; i < probabilities_.size(); ++i)
        line += fmt::format(",{}", predictions.probabilities[graph * probabilities_.size() + i]);
    out_ << line << '\n';
}

void PredictionRows::write_jsonl(const Dataset& graphs, const Predictions& predictions,
                                 std::size_t graph) {
    nlohmann::ordered_json row = {{"graph", next_graph_ + graph}};
    for (const GraphColumn& column : graphs.columns) row[column.name] = column.values[graph];
    row["class"] = class_names_[predictions.classes[graph]];
    for (std::size_t i = 0; i < decisions_.size(); ++i)
        row[decisions_[i]] = predictions.decisions[graph * decisions_.size() + i];
    for (std::size_t i = 0; i < probabilities_.size(); ++i)
        row[probabilities_[i]] = predictions.probabilities[graph * probabilities_.size() + i];
    out_ << row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace dhgak::cli
