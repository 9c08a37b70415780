// SPDX-License-Identifier: MIT
#include "settings/settings.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "settings/fields.h"

namespace dhgak {
namespace {

using enum SettingOf;
using enum SettingDecides;

bool on_slices(const KernelTraits& traits, const RunOptions&) { return traits.uses_slices; }
bool on_hops(const KernelTraits& traits, const RunOptions&) {
    return traits.uses_slices && traits.uses_hops;
}
bool on_clusters(const KernelTraits& traits, const RunOptions&) {
    return traits.uses_slices && traits.uses_clusters;
}
bool on_counted_clusters(const KernelTraits& traits, const RunOptions& options) {
    return on_clusters(traits, options) && uses_cluster_factor(options.kernel.align.cluster);
}
bool on_refined_labels(const KernelTraits& traits, const RunOptions& options) {
    return traits.uses_slices && refines_labels(options.kernel.align);
}
bool on_dealt_folds(const KernelTraits&, const RunOptions& options) {
    return !has_own_folds(options);
}

const SettingInfo kSettings[] = {
    {{"smiles", "Molecules", source},
     field([](auto& o) -> auto& { return o.read.molecules.smiles_column; }),
     "The column of a table that has the SMILES, by name or number from 1. If left out: smiles, "
     "canonical_smiles, isomeric_smiles, structure or mol",
     {.is_rare = true}},
    {{"class", "Molecules", source},
     field([](auto& o) -> auto& { return o.read.molecules.class_column; }),
     "The column (of an SDF file: field) that has the class; empty cells: not known",
     {.is_rare = true}},
    {{"name", "Molecules", source},
     field([](auto& o) -> auto& { return o.read.molecules.name_column; }),
     "The column or field that has the molecules' names. If left out: name, id, mol_id or the "
     "like, and of an SDF record its first line",
     {.is_rare = true}},
    {{"bad", "Molecules", source},
     choice([](auto& o) -> auto& { return o.read.molecules.bad; }),
     "Molecules that cannot be read. fail: stop, and list them by line; skip: leave them out with "
     "a warning",
     {.values = "fail skip", .is_rare = true}},
    {{"max_atoms", "Molecules", source},
     field([](auto& o) -> auto& { return o.read.molecules.max_atoms; }),
     "Molecules with more atoms or rings count as such that cannot be read: RDKit may work on one "
     "of them for hours",
     {.is_rare = true}},
    {{"max_record", "Molecules", source},
     field([](auto& o) -> auto& { return o.read.molecules.max_record; }),
     "A line or record of a file that is longer, as 64M, is refused; 16M unless said otherwise",
     {.form = SettingType::amount, .is_rare = true}},
    {{"atoms", "Molecules", source},
     choice([](auto& o) -> auto& { return o.read.molecules.atoms; }),
     "What tells atoms apart. ecfp: element, connections, hydrogens, charge, ring and aromatic, "
     "the properties that ECFP fingerprints start from; element: that alone",
     {.stage = "atoms", .values = "ecfp element", .is_rare = true}},
    {{"stereo", "Molecules", source},
     field([](auto& o) -> auto& { return o.read.molecules.stereo; }),
     "Tell R from S and E from Z; otherwise stereo is not looked at",
     {.stage = "atoms", .is_rare = true}},
    {{"kernel", "Kernel", kernel},
     field([](auto& o) -> auto& { return o.kernel.method; }),
     "How two graphs are compared. dhgak-oa: how many of their slices can be paired within "
     "clusters; dhgak: by the share of slices in each cluster, as the paper does; dgak, dhw: its "
     "variants. wl, wl-oa, sp and others have no slices (see `dhgak list`)",
     {.is_grid = true}},
    {{"nlm", "Embedding", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.nlm; }),
     "How the labels of a slice become numbers. w2v: learned from which labels are near each "
     "other; label: counted; bert, random; with options: w2v:size=64 (see `dhgak list`)",
     {.matters = on_slices, .decides = embedding, .is_grid = true}},
    {{"H", "Slices", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.slices.H; }),
     "How far a node sees: it is compared by what is 0, 1, .. H edges away from it (its hops)",
     {.matters = on_slices, .decides = embedding, .is_grid = true}},
    {{"b", "Slices", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.slices.b; }),
     "Width of a slice. 0: a hop is the nodes at that distance; 1: each of them together with its "
     "neighbours; 2: with theirs, too",
     {.matters = on_slices, .decides = embedding, .is_grid = true}},
    {{"alpha", "Embedding", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.alpha; }),
     "How much of the nearer hops is added to a hop, 0 to 1. 0: each distance by itself; 1: "
     "everything up to it alike",
     {.matters = on_hops, .decides = points, .is_grid = true}},
    {{"cluster", "Kernel", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.cluster; }),
     "What sorts slices into clusters: kmeans, dbscan, gmm, or several of them side by side; with "
     "options: kmeans:n_init=3,dbscan (see `dhgak list`)",
     {.matters = on_clusters, .decides = clusters}},
    {{"cluster_factor", "Kernel", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.cluster_factor; }),
     "How finely slices are told apart: at each hop the slices of all graphs together are sorted "
     "into this many clusters for each training graph (0.5 with 200 graphs: 100 clusters)",
     {.matters = on_counted_clusters, .decides = clusters, .is_grid = true}},
    {{"T", "Kernel", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.T; }),
     "How often the slices of a hop are clustered, from other random starts each time; all results "
     "count",
     {.matters = on_clusters, .decides = clusters, .is_grid = true}},
    {{"codebook_graphs", "Kernel", kernel},
     field([](auto& o) -> auto& { return o.kernel.codebook_graphs; }),
     "Learn vectors and clusters from a sample of so many graphs, in which each class has its "
     "share (where test graphs are among them, classes have no part); the slices of all others go "
     "to the nearest cluster. The number of clusters stays that "
     "of the whole dataset (at most that of 20,000 graphs). 0: all graphs, or a sample beyond "
     "20,000 graphs or a million nodes",
     {.stage = "scale", .matters = on_clusters, .is_rare = true}},
    {{"refine", "Kernel", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.refine; }),
     "Replace each label by its Weisfeiler-Leman colour after so many rounds, and average the "
     "kernels over the rounds given. 0: the labels as they are; 1: each label with those of its "
     "neighbours; 0,1,2: all three",
     {.form = SettingType::rounds, .matters = on_slices, .is_rare = true, .is_grid = true}},
    {{"edges", "Kernel", kernel},
     choice([](auto& o) -> auto& { return o.kernel.align.edge_labels; }),
     "Edge labels, like bonds. off: not used; use: they take part in the labels of --refine from "
     "round 1 on",
     {.values = "off use", .matters = on_refined_labels}},
    {{"attributes", "Embedding", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.attributes; }),
     "The numbers of NAME_node_attributes.txt. off: not used; mean or sum: that of a slice's nodes "
     "stands beside its labels; mean:weight=2: counts twice as much",
     {.matters = on_slices, .decides = embedding, .is_rare = true}},
    {{"short_hops", "Slices", kernel},
     choice([](auto& o) -> auto& { return o.kernel.align.slices.short_hops; }),
     "What a hop is where no node is so many edges away. repeat: the farthest hop that has nodes, "
     "again; empty: nothing",
     {.values = "repeat empty", .matters = on_slices, .decides = embedding, .is_rare = true}},
    {{"hop0", "Slices", kernel},
     choice([](auto& o) -> auto& { return o.kernel.align.slices.hop0; }),
     "What hop 0 is. slice: the node with all that is within b edges of it; label: the node alone",
     {.values = "slice label", .matters = on_hops, .decides = embedding, .is_rare = true}},
    {{"first_hop", "Kernel", kernel},
     field([](auto& o) -> auto& { return o.kernel.align.first_hop; }),
     "The nearest hop that is compared; 1 leaves out hop 0, the node itself",
     {.matters = on_hops, .decides = clusters, .is_rare = true}},
    {{"learner", "Learning", learner},
     field([](auto& o) -> auto& { return o.learn.learner; }),
     "What learns the classes. svm: an SVM on the similarities of all pairs of graphs; linear: one "
     "on the features of each graph, for many graphs; auto: linear where that matrix would be "
     "large (from about 6,000 graphs)",
     {.values = "svm linear auto", .is_chosen = true}},
    {{"inner_folds", "Learning", learner},
     field([](auto& o) -> auto& { return o.learn.inner_folds; }),
     "Parts of the training graphs by which C is chosen"},
    {{"inner_graphs", "Learning", learner},
     field([](auto& o) -> auto& { return o.learn.inner_graphs; }),
     "C is chosen by at most so many training graphs, each class with its share; the final model "
     "learns from all. 0: no limit"},
    {{"C", "Learning", learner},
     field([](auto& o) -> auto& { return o.learn.C; }),
     "Values of C to choose from; the larger it is, the more a training graph on the wrong side "
     "costs",
     {.is_chosen = true}},
    {{"score", "Learning", learner},
     field([](auto& o) -> auto& { return o.learn.score; }),
     "What C (and in search the configuration) is chosen by: accuracy, balanced accuracy, or AUROC "
     "of two classes",
     {.values = "accuracy balanced auroc"}},
    {{"balance", "Learning", learner},
     field([](auto& o) -> auto& { return o.learn.balance; }),
     "Errors on a class cost the more the rarer it is, so that all classes count alike"},
    {{"folds", "Folds", folds},
     field([](auto& o) -> auto& { return o.folds.count; }),
     "Parts that the graphs are dealt into, classes evenly; each is predicted once, by what the "
     "others teach",
     {.matters = on_dealt_folds}},
    {{"repeats", "Folds", folds},
     field([](auto& o) -> auto& { return o.folds.repeats; }),
     "Repeat the cross-validation, each time with other folds; at most 10000 times"},
    {{"inductive", "Folds", folds},
     field([](auto& o) -> auto& { return o.folds.inductive; }),
     "Learn vectors and clusters from the training graphs of each fold alone, as for graphs that "
     "come tomorrow; otherwise from all graphs, though never from their classes"},
    {{"group_duplicates", "Folds", folds},
     field([](auto& o) -> auto& { return o.folds.group_duplicates; }),
     "Keep graphs that look the same to Weisfeiler-Leman in one fold, so that no test graph has a "
     "copy among its training graphs"},
    {{"split_by", "Folds", folds},
     {[](const SettingInfo&, const RunOptions& options) -> SettingValue {
          return split_text(options);
      },
      [](const SettingInfo&, RunOptions& options, const std::string& text) {
          set_split(options, text);
      }},
     "What parts graphs into folds. random: the seed, classes evenly; scaffold: molecules of one "
     "Bemis-Murcko scaffold stay in one fold; column:NAME: each value of a table's column is a "
     "fold (train, valid and test: test judges)",
     {.flag = "split"}},
    {{"splits", "Folds", folds},
     field([](auto& o) -> auto& { return o.folds.splits; }),
     "Folds of your own: a file with the fold number of each graph, one a line, or JSON "
     "[{\"train\": [...], \"test\": [...]}, ...]",
     {.is_file = true}},
    {{"memory", "", resources},
     field([](auto& o) -> auto& { return o.resources.memory; }),
     "Memory that the run must not exceed, as 8G or 500M: it learns from fewer graphs where that "
     "helps, or stops before it starts and says what it needs",
     {.stage = "scale", .form = SettingType::amount}},
    {{"device", "Embedding", resources},
     field([](auto& o) -> auto& { return o.resources.device; }),
     "Where BERT runs, and k-means after it. auto: on a GPU if there is one",
     {.values = "auto cpu cuda", .matters = on_slices, .decides = embedding}},
    {{"seed", "", run},
     field([](auto& o) -> auto& { return o.seed; }),
     "Where random numbers start: the same seed gives the same result, on any number of threads",
     {.stage = "Embedding", .decides = embedding}},
};

// A list of its own, that tests may lengthen.
std::vector<SettingInfo>& table() {
    static std::vector<SettingInfo> all(std::begin(kSettings), std::end(kSettings));
    return all;
}

}  // namespace

std::span<const SettingInfo> settings() { return table(); }

const SettingInfo* find_setting(std::string_view name) {
    const auto found = std::ranges::find(table(), name, &SettingInfo::name);
    return found == table().end() ? nullptr : &*found;
}

void set_setting(RunOptions& options, std::string_view name, const std::string& text) {
    const SettingInfo* info = find_setting(name);
    if (!info) throw ConfigError(fmt::format("there is no setting '{}'", name));
    const std::vector<std::string> values = values_of(*info);
    if (!values.empty() && std::ranges::count(values, text) == 0)
        throw ConfigError(
            fmt::format("unknown {} '{}'; known: {}", name, text, info->rules.values));
    info->field.set(*info, options, text);
}

std::string flag_of(const SettingInfo& info) {
    std::string flag(info.rules.flag.empty() ? info.name : info.rules.flag);
    std::ranges::replace(flag, '_', '-');
    return flag;
}

std::vector<std::string> values_of(const SettingInfo& info) {
    if (info.rules.values.empty()) return {};
    const std::vector<std::string_view> values = parts_of(info.rules.values, ' ');
    return {values.begin(), values.end()};
}

SettingType type_of(const SettingInfo& info) {
    if (info.rules.form != SettingType::text) return info.rules.form;
    return static_cast<SettingType>(info.field.get(info, {}).index());
}

Setting setting_of(const SettingInfo& info, const RunOptions& options) {
    return {std::string(info.name), info.field.get(info, options)};
}

bool is_default(const SettingInfo& info, const RunOptions& options) {
    return info.field.get(info, options) == info.field.get(info, {});
}

bool matters(const SettingInfo& info, const KernelTraits& traits, const RunOptions& options) {
    return !info.rules.matters || info.rules.matters(traits, options);
}

bool is_of_slices(const SettingInfo& info) { return !matters(info, {}, {}); }

ExtraSetting::ExtraSetting(const SettingInfo& info) { table().push_back(info); }
ExtraSetting::~ExtraSetting() { table().pop_back(); }

}  // namespace dhgak
