// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "align/aligner.h"
#include "kernels/registry.h"
#include "methods/embedders.h"
#include "support/run_program.h"

namespace dhgak {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(Program, CrossValidatesTheDemoAboveTheMajority) {
    const ScratchFolder folder;
    const Outcome outcome = run_program("cv demo --H 3 --json " + (folder / "run.json").string());
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "accuracy")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "majority class")) << outcome.out;

    const json run = json::parse(read_file(folder / "run.json"));
    EXPECT_EQ(run["folds"].size(), 10U);
    EXPECT_GT(run["accuracy"]["mean"].get<double>(),
              run["dataset"]["majority"].get<double>() + 0.2);
    EXPECT_EQ(run["config"]["H"], 3);
    EXPECT_EQ(run["config"]["alpha"], 0.6);
    for (const char* stage : {"read", "slice", "embed", "align", "kernel", "learn", "total"})
        EXPECT_TRUE(run["seconds"].contains(stage)) << stage;
    for (const char* field : {"peak_bytes", "version", "build", "seed"})
        EXPECT_TRUE(run.contains(field)) << field;
}

TEST(Program, GivesTheSameResultAtAnyNumberOfThreads) {
    const ScratchFolder folder;
    std::string first;
    for (const char* threads : {"1", "2", "8"}) {
        const Outcome outcome =
            run_program("kernel demo -o " + (folder / "k.npy").string() +
                        " --kernel dhgak-oa --cluster kmeans,gmm,dbscan --threads " + threads);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const std::string matrix = read_file(folder / "k.npy");
        if (first.empty()) first = matrix;
        EXPECT_EQ(matrix, first) << threads << " threads";
    }
}

TEST(Program, WritesSlicesAsJsonLines) {
    const Outcome outcome = run_program("slices demo --graph 3 --node 2 --H 2 --b 1");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    std::string line;
    int hop = 0;
    for (; std::getline(lines, line); ++hop) {
        const json slice = json::parse(line);
        EXPECT_EQ(slice["graph"], 3);
        EXPECT_EQ(slice["node"], 2);
        EXPECT_EQ(slice["hop"], hop);
        EXPECT_FALSE(slice["labels"].empty());
    }
    EXPECT_EQ(hop, 3);
}

TEST(Program, ListsEveryMethod) {
    const Outcome outcome = run_program("list");
    EXPECT_EQ(outcome.code, 0);
    for (const auto& methods : {list_embedders(), list_aligners(), list_kernels()})
        for (const MethodInfo& method : methods)
            EXPECT_TRUE(contains(outcome.out, fmt::format("\n  {} ", method.name)))
                << method.name << "\n"
                << outcome.out;
}

// Two paths of three nodes in different classes, a triangle beside a single node, two edges beside
// each other, two edges in one class, and a graph of which only the class is there.
void write_odd_dataset(const ScratchFolder& folder) {
    folder.write("ODD/ODD_A.txt",
                 "1, 2\n1, 2\n2, 1\n2, 3\n3, 2\n"  // 1, 2 twice
                 "4, 5\n5, 4\n5, 6\n"              // no way back from 6
                 "7, 8\n8, 7\n8, 9\n9, 8\n7, 9\n9, 7\n7, 7\n10, 10\n"
                 "11, 12\n12, 11\n13, 14\n14, 13\n"
                 "15, 16\n16, 15\n17, 18\n18, 17\n");
    folder.write("ODD/ODD_graph_indicator.txt",
                 "1\n1\n1\n2\n2\n2\n3\n3\n3\n3\n4\n4\n4\n4\n5\n5\n6\n6\n");
    folder.write("ODD/ODD_graph_labels.txt", "1\n-1\n1\n1\n-1\n-1\n1\n");
    folder.write("ODD/ODD_node_labels.txt",
                 "3\n3\n3\n3\n3\n3\n3\n3\n3\n3\n3\n3\n3\n3\n4\n4\n4\n4\n");
}

TEST(Program, AuditsADataset) {
    const ScratchFolder folder;
    write_odd_dataset(folder);
    const Outcome outcome = run_program("info " + (folder / "ODD").string());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const char* fact :
         {"graphs                   7\n",
          "nodes                    18 (per graph 0 to 4, mean 2.57)\n",
          "edges                    11 (per graph 0 to 3, mean 1.57)\n",
          "node labels              2\n", "classes                  2  -1: 3  1: 4\n",
          "majority class           57.14 %\n", "isolated nodes           1\n",
          "disconnected graphs      2\n", "graphs without nodes     1\n",
          "self loops               2 (dropped)\n", "doubled arcs             1 (collapsed)\n",
          "one-way arcs             1 (way back added)\n",
          "duplicates               4 graphs (57.1 %)",
          "conflicting duplicates   2 graphs (28.6 %)", "limit of WL methods      85.71 %"})
        EXPECT_TRUE(contains(outcome.out, fact)) << fact << "\n" << outcome.out;
}

// A bad option or input: exit code 2, a message that names the remedy, no result.
TEST(Program, AnswersWrongUsageWithARemedy) {
    const struct {
        const char* arguments;
        const char* message;
    } cases[] = {
        {"", "subcommand"},
        {"frobnicate demo", "frobnicate"},
        {"cv", "DATA"},
        {"cv /does/not/exist", "/does/not/exist"},
        {"cv demo --kernel nope", "known: dhgak"},
        {"cv demo --nlm nope", "known:"},
        {"cv demo --cluster kmeen", "kmeans"},
        {"cv demo --cluster kmeans:inits=3", "no option 'inits'"},
        {"cv demo --cluster kmeans:init=far", "known: random"},
        {"cv demo --H -1", "H"},
        {"cv demo --b -2", "b"},
        {"cv demo --alpha nan", "alpha"},
        {"cv demo --T 0", "T"},
        {"cv demo --cluster-factor 0", "factor"},
        {"cv demo --folds 1", "folds"},
        {"cv demo --folds 100000", "folds"},
        {"cv demo --C 0", "C"},
        {"cv demo --first-hop 9", "hop"},
        {"cv demo --attributes mean", "attributes"},
        {"cv demo --short-hops never", "repeat"},
        {"cv demo --H many", "H is 'many'; it must be a whole number"},
        {"cv demo --C 1,x", "C is 'x'; it must be a number"},
        {"cv demo --svm kernel", "--svm is called --learner now; give --learner svm"},
        {"cv demo --svm linear", "give --learner linear"},
        {"cv demo --kernel dhgak:hop0=label", "hop0 is an option of slices; give --hop0 label"},
        {"cv demo --threads -1", "threads"},
        {"cv demo --kernel wl --alpha 0.2", "alpha changes nothing: kernel wl has no slices"},
        {"cv demo --cluster dbscan --cluster-factor 7", "cluster-factor changes nothing"},
        {"cv demo --kernel dhw --T 5", "T changes nothing: kernel dhw has no use for it"},
        {"cv demo --kernel dgak --alpha 0.1", "alpha changes nothing"},
        {"cv demo --kernel wl,sp", "dhgak compare"},
        {"cv demo --kernel sp --H 2", "H changes nothing: kernel sp has no slices"},
        {"cv demo --kernel wl --refine 0,1", "refine changes nothing: kernel wl has no slices"},
        {"cv demo --kernel wl --edges use", "wl:edges=yes"},
        {"cv demo --kernel wl --memory 1M", "memory"},
        {"cv demo --seed 18446744073709551616", "2^64"},
        {"search demo --kernel wl --H 1,2", "--H changes nothing"},
        {"search demo --kernel wl --nlm label", "--nlm changes nothing"},
        {"fit demo -o never.x --json never.x", "named twice"},
        {"search demo --journal never.x --json=./never.x", "named twice"},
        {"cv demo --json ''", "empty"},
        {"generate --graphs 5 --nodes 5 -o never", "nodes: 5 must be from"},
        {"compare demo demo --kernels wl", "dataset demo is given twice"},
        {"compare demo --kernels wl,wl:rounds=5", "are the same configuration"},
        {"compare demo --kernels wl:rounds=0,wl:rounds=0,edges=yes", "are the same configuration"},
        {"compare demo --kernels wl,sp --H 2", "H changes nothing: the kernels have no slices"},
        {"compare demo --kernels wl,sp --refine 0,1", "refine changes nothing"},
        {"compare demo --kernels wl,sp --refine 0,1 --edges use", "wl:edges=yes"},
        {"compare demo --kernels wl,sp --tune small --nlm label", "nlm changes nothing"},
        {"finetune demo -o never", "--bert"},
        {"fit demo -o never.dhgak --test-share 0.5", "--split"},
        {"report / -o never.html", "is a folder"},
        {"cv demo --json /does/not/exist/run.json", "does not exist"},
        {"kernel demo", "--output"},
        {"kernel demo -o /does/not/exist/k.npy", "does not exist"},
        {"slices demo --graph 100000", "--graph 100000"},
        {"slices demo --graph 0 --node 100000", "--node 100000"},
    };
    for (const auto& [arguments, message] : cases) {
        const Outcome outcome = run_program(arguments);
        EXPECT_EQ(outcome.code, 2) << arguments << "\n" << outcome.err;
        EXPECT_TRUE(contains(outcome.err, message)) << arguments << "\n" << outcome.err;
        EXPECT_TRUE(outcome.out.empty()) << arguments << "\n" << outcome.out;
    }
}

TEST(Program, TakesTheNumberOfFoldsFromOwnSplits) {
    const ScratchFolder folder;
    const std::string splits = (folder / "splits").string(), out = (folder / "run.json").string();
    std::ofstream file(splits);
    for (int graph = 0; graph < 200; ++graph) file << graph / 2 % 3 << '\n';
    file.close();
    const std::string own = " demo --C 1 --splits " + splits;
    for (const char* command : {"cv", "search", "compare --kernels wl:rounds=1"}) {
        const Outcome refused = run_program(command + own + " --folds 10");
        EXPECT_EQ(refused.code, 2) << command;
        EXPECT_TRUE(contains(refused.err, "--folds")) << refused.err;
    }
    ASSERT_EQ(run_program("cv --H 1" + own + " --json " + out).code, 0);
    EXPECT_EQ(json::parse(read_file(out))["config"]["folds"], 3);
    ASSERT_EQ(run_program("compare --kernels wl:rounds=1" + own + " --json " + out).code, 0);
    const json comparison = json::parse(read_file(out));
    EXPECT_FALSE(comparison["config"].contains("folds"));
    EXPECT_EQ(comparison["datasets"][0]["folds"], 3);
}

TEST(Program, TellsTheSecondsOfEveryStage) {
    const ScratchFolder folder;
    const std::string out = (folder / "fit.json").string();
    ASSERT_EQ(run_program("fit demo --kernel wl --C 1 --split random -o " +
                          (folder / "m.dhgak").string() + " --json " + out)
                  .code,
              0);
    const json seconds = json::parse(read_file(out))["seconds"];
    double sum = 0;
    for (const auto& [stage, spent] : seconds.items())
        if (stage != "total") sum += spent.get<double>();
    EXPECT_TRUE(seconds.contains("judge"));
    EXPECT_TRUE(seconds.contains("write"));
    EXPECT_NEAR(sum, seconds["total"].get<double>(), 1e-9);
}

TEST(Program, FailsWhereNoKernelHasAResult) {
    const ScratchFolder folder;
    const std::string out = (folder / "c.md").string();
    const Outcome outcome =
        run_program("compare demo --kernels wwl:nodes=attributes --folds 3 --markdown " + out);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.err, "no kernel has a result")) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wwl:nodes=attributes has no result: demo has no node"))
        << outcome.out;
    EXPECT_TRUE(contains(read_file(out), "has no result"));
}

TEST(Program, SaysWhetherAModelUsesEdgeLabels) {
    const ScratchFolder folder;
    const std::string model = (folder / "m.dhgak").string(), out = (folder / "m.json").string();
    for (const auto& [kernel, are_used, line] :
         {std::tuple("wl:edges=yes", true, "\nedge labels (3 kinds) are used\n"),
          std::tuple("wl", false, "not used by this kernel; wl:edges=yes uses them\n")}) {
        const Outcome fit = run_program(
            fmt::format("fit demo --kernel {} --C 1 -o {} --json {}", kernel, model, out));
        ASSERT_EQ(fit.code, 0) << fit.err;
        EXPECT_TRUE(contains(fit.out, line)) << fit.out;
        EXPECT_EQ(json::parse(read_file(out))["dataset"]["edge_labels_used"], are_used);
        const std::string row = fmt::format("edge_labels_used  {}\n", are_used);
        EXPECT_TRUE(contains(fit.out, row)) << fit.out;
        EXPECT_TRUE(contains(run_program("model " + model).out, row));
    }
}

TEST(Program, TunesOnlyWhatIsNotGiven) {
    const ScratchFolder folder;
    const std::string out = (folder / "c.json").string();
    const Outcome outcome = run_program(
        "compare demo --kernels dhgak-oa,wl:rounds=1 --nlm label --tune small --H 1 --b 0 --C 1 "
        "--folds 3 --json " +
        out);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json scores = json::parse(read_file(out))["datasets"][0]["scores"];
    EXPECT_EQ(scores[0]["configurations"], 3);  // of the cluster factor
    EXPECT_EQ(scores[1]["configurations"], 1);
}

TEST(Program, StopsCleanlyOnInterrupt) {
    const ScratchFolder folder;
    const std::string output = (folder / "k.npy").string();
    const std::string command = "timeout -s INT --preserve-status 0.5 " DHGAK_PROGRAM
                                " kernel demo --H 9 --T 10000 -o " +
                                output + " 2>/dev/null >/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 130);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Program, ReportsAFullDisk) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_EQ(WEXITSTATUS(std::system(DHGAK_PROGRAM " list >/dev/full 2>/dev/null")), 1);
}

TEST(Program, EndsWith130WhenInterruptedAndWritesNothing) {
    for (const char* signal : {"INT", "TERM"}) {
        const ScratchFolder folder;
        const std::string output = (folder / "k.npy").string();
        const std::string then =
            std::string("& sleep 0.5; kill -") + signal + " $!; wait $!; exit $?";
        const Outcome outcome = run_program("kernel demo --T 10000 -q -o " + output + then);
        EXPECT_EQ(outcome.code, 130) << signal;
        EXPECT_FALSE(std::filesystem::exists(output)) << signal;
    }
}

// A terminal obeys what it is sent, and names come from files.
TEST(Program, ShowsControlCharactersAsNumbers) {
    const ScratchFolder folder;
    const Outcome missing = run_program("info \"$(printf 'no\\033]0;title\\007')\"");
    EXPECT_EQ(missing.code, 2);
    EXPECT_TRUE(contains(missing.err, "no\\x1b]0;title\\x07")) << missing.err;
    EXPECT_EQ(missing.err.find('\x1b'), std::string::npos);

    // A dataset is named by its folder.
    const std::string path = (folder / "$(printf 'A\\033[2JB')").string();
    const std::string make = "cd \"" + folder.path().string() +
                             "\" && n=\"$(printf 'A\\033[2JB')\" && mkdir \"$n\" && "
                             "printf '1\\n1\\n2\\n2\\n' >\"$n/${n}_graph_indicator.txt\" && "
                             "printf '1,2\\n2,1\\n3,4\\n4,3\\n' >\"$n/${n}_A.txt\" && "
                             "printf '0\\n1\\n' >\"$n/${n}_graph_labels.txt\"";
    ASSERT_EQ(std::system(make.c_str()), 0);
    const Outcome info = run_program("info \"" + path + "\"");
    ASSERT_EQ(info.code, 0) << info.err;
    EXPECT_TRUE(contains(info.out, "A\\x1b[2JB")) << info.out;
    EXPECT_EQ(info.out.find('\x1b'), std::string::npos);
}

TEST(Program, LimitsRepeats) {
    const Outcome outcome = run_program("cv demo --repeats 1000000000");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(contains(outcome.err, "repeats is 1000000000; it must be from 1 to 10000"))
        << outcome.err;
}

TEST(Program, RefusesBrokenRunFilesAndWritesNothing) {
    const ScratchFolder folder;
    const std::string run = folder
                                .write("run.json", R"({"config": {}, "dataset": {"name": "d",
        "majority": 0.5}, "accuracy": {"mean": 0.5, "interval95": []}, "folds": []})")
                                .string();
    for (const std::string& command : {"report " + run + " -o " + (folder / "x.html").string(),
                                       "plot " + run + " -o " + (folder / "x.svg").string()}) {
        const Outcome outcome = run_program(command);
        EXPECT_EQ(outcome.code, 2) << command;
        EXPECT_TRUE(contains(outcome.err, "run.json: accuracy.interval95: found an array of 0"))
            << outcome.err;
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "x.html"));
    EXPECT_FALSE(std::filesystem::exists(folder / "x.svg"));
    const Outcome large =
        run_program("plot " + run + " --json-limit 100 -o " + (folder / "x.svg").string());
    EXPECT_EQ(large.code, 2);
    EXPECT_TRUE(contains(large.err, "--json-limit")) << large.err;
}

}  // namespace
}  // namespace dhgak
