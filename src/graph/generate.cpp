// SPDX-License-Identifier: MIT
#include "graph/generate.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/progress.h"
#include "graph/molecule.h"
#include "io/atomic_file.h"
#include "io/output_path.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kGraphsAtOnce = 1024;
constexpr std::size_t kFewestNodes = 18;     // the smallest molecules are not grown
constexpr std::size_t kMostNodes = 100'000;  // a block of such graphs takes some GB

struct DrawnGraph {
    Molecule molecule;
    bool is_meta_class;
};

// Between three and five quarters of the mean.
std::size_t draw_size(std::size_t mean, Random& random) {
    return mean == 0 ? 0 : mean - mean / 4 + random.below(mean / 2 + 1);
}

DrawnGraph draw_graph(std::size_t g, const GenerateOptions& options) {
    Random random(derive_seed(options.seed, {g}));
    const bool is_meta = random.below(2) == 1;
    const bool is_flipped = random.uniform() < options.noise;
    const Molecule molecule = draw_molecule(is_meta, random, draw_size(options.num_nodes, random));
    return {.molecule = shuffle_atoms(molecule, random), .is_meta_class = is_meta != is_flipped};
}

// One text file that is written block by block.
class TextFile {
public:
    TextFile(const fs::path& path, const fs::path& shown)
        : path_(path), shown_(shown), stream_(path, std::ios::binary) {
        check();
    }

    void line(std::size_t number) {
        append(number);
        text_.push_back('\n');
    }

    void line(std::size_t first, std::size_t second) {
        append(first);
        text_.append(std::string_view(", "));
        line(second);
    }

    void flush() {
        stream_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
        text_.clear();
        check();
    }

    void close() {
        flush();
        stream_.close();
        check();
        sync_file(path_);
    }

private:
    void append(std::size_t number) {
        const fmt::format_int digits(number);
        text_.append(digits.data(), digits.data() + digits.size());
    }

    void check() const {
        if (!stream_)
            throw Error(fmt::format("cannot write {}: {}", shown_.string(), std::strerror(errno)));
    }

    fs::path path_, shown_;
    std::ofstream stream_;
    fmt::memory_buffer text_;
};

class TuWriter {
public:
    // Messages name the files as they will be in `shown`.
    TuWriter(const fs::path& folder, const fs::path& shown, const std::string& name)
        : folder_(folder),
          shown_(shown),
          name_(name),
          arcs_(file("A")),
          graph_of_node_(file("graph_indicator")),
          classes_(file("graph_labels")),
          node_labels_(file("node_labels")),
          edge_labels_(file("edge_labels")) {}

    void add(const DrawnGraph& graph) {
        const std::size_t first = sizes_.nodes + 1;
        ++sizes_.graphs;
        classes_.line(graph.is_meta_class ? 1 : 0);
        for (const Element atom : graph.molecule.atoms()) {
            graph_of_node_.line(sizes_.graphs);
            node_labels_.line(atom);
            ++sizes_.nodes;
        }
        for (const auto& [a, b, bond] : graph.molecule.bonds()) {
            arcs_.line(first + a, first + b);
            arcs_.line(first + b, first + a);
            for (int direction = 0; direction < 2; ++direction) edge_labels_.line(bond);
            ++sizes_.edges;
        }
    }

    void flush() {
        for (TextFile* text : all()) text->flush();
    }

    GeneratedSizes close() {
        for (TextFile* text : all()) text->close();
        return sizes_;
    }

private:
    TextFile file(const char* part) const {
        const std::string file_name = fmt::format("{}_{}.txt", name_, part);
        return {folder_ / file_name, shown_ / file_name};
    }

    std::array<TextFile*, 5> all() {
        return {&arcs_, &graph_of_node_, &classes_, &node_labels_, &edge_labels_};
    }

    fs::path folder_, shown_;
    std::string name_;
    TextFile arcs_, graph_of_node_, classes_, node_labels_, edge_labels_;
    GeneratedSizes sizes_;
};

// A folder beside the one that is wanted, which takes its place when all is written; removed
// otherwise.
class FolderInTheMaking {
public:
    explicit FolderInTheMaking(const fs::path& wanted)
        : wanted_(wanted), parent_(folder_of(wanted)), path_(temporary_beside(wanted)) {
        std::error_code error;
        if (fs::exists(fs::symlink_status(wanted, error)))
            throw InputError(fmt::format("{}: is there already; name a new folder or remove it",
                                         wanted.string()));
        if (!fs::is_directory(parent_, error))
            throw InputError(fmt::format("{}: the folder {} does not exist; create it first",
                                         wanted.string(), parent_.string()));
        if (!fs::create_directory(path_, error))
            throw InputError(fmt::format("{}: cannot be made: {}", wanted.string(),
                                         error ? error.message() : "its temporary folder exists"));
        is_made_ = true;
    }

    ~FolderInTheMaking() {
        std::error_code ignored;
        if (is_made_) fs::remove_all(path_, ignored);
    }

    FolderInTheMaking(const FolderInTheMaking&) = delete;
    FolderInTheMaking& operator=(const FolderInTheMaking&) = delete;

    const fs::path& path() const { return path_; }

    void put_in_place() {
        sync_folder(path_);
        std::error_code error;
        fs::rename(path_, wanted_, error);
        if (error)
            throw Error(fmt::format("cannot write {}: {}", wanted_.string(), error.message()));
        is_made_ = false;
        sync_folder(parent_);
    }

private:
    fs::path wanted_, parent_, path_;
    bool is_made_ = false;
};

void require_valid(const GenerateOptions& options, const std::string& name) {
    if (options.num_graphs == 0) throw ConfigError("graphs: 0 must be at least 1");
    if (options.num_nodes != 0 &&
        (options.num_nodes < kFewestNodes || options.num_nodes > kMostNodes))
        throw ConfigError(fmt::format("nodes: {} must be from {} to {}", options.num_nodes,
                                      kFewestNodes, kMostNodes));
    if (!(options.noise >= 0 && options.noise <= 0.5))
        throw ConfigError(fmt::format("noise: {} must be from 0 to 0.5", options.noise));
    if (name.empty() || name.find_first_of("/\n") != std::string::npos)
        throw ConfigError(
            fmt::format("name: '{}' cannot begin a file's name; give another one", name));
}

}  // namespace

GeneratedSizes generate_dataset(const fs::path& folder, const GenerateOptions& options) {
    const fs::path wanted = folder.has_filename() ? folder : folder.parent_path();
    const std::string name = options.name.empty() ? wanted.filename().string() : options.name;
    require_valid(options, name);
    FolderInTheMaking making(wanted);
    TuWriter writer(making.path(), wanted, name);
    Progress progress("generate", options.num_graphs);
    for (std::size_t first = 0; first < options.num_graphs; first += kGraphsAtOnce) {
        throw_if_interrupted();
        const std::size_t end = std::min(first + kGraphsAtOnce, options.num_graphs);
        for (std::size_t g = first; g < end; ++g) writer.add(draw_graph(g, options));
        writer.flush();
        progress.advance(end - first);
    }
    const GeneratedSizes sizes = writer.close();
    making.put_in_place();
    return sizes;
}

}  // namespace dhgak
