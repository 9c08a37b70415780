// SPDX-License-Identifier: MIT
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace dhgak {
namespace {

using nlohmann::json;

const std::string kTrain = DHGAK_GOLDEN "/molecules/train.csv";
const std::string kNew = DHGAK_GOLDEN "/molecules/new.csv";
const std::string kQuick = " --kernel wl --folds 3 --inner-folds 2 ";

void expect_part(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
}

Outcome run(const std::string& arguments, int code = 0) {
    Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.out << outcome.err;
    return outcome;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// From a table to a saved model to predictions for another table, as docs/molecules.md goes.
TEST(MoleculeProgram, GoesFromATableToPredictionsOfAnother) {
    const ScratchFolder folder;
    expect_part(run("info " + kTrain + " --class active").out, "not known: 1");
    expect_part(run("cv " + kTrain + " --smiles smiles --class active" + kQuick).out, "AUROC");

    const std::string model = (folder / "acids.dhgak").string();
    const Outcome fitted = run("fit " + kTrain + " --class active --split random -o " + model +
                               " --kernel wl --json " + (folder / "fit.json").string());
    expect_part(fitted.out, "held-out graphs (random)");
    expect_part(fitted.out, "average precision");
    const json report = json::parse(folder.read("fit.json"));
    EXPECT_TRUE(report["held_out"]);
    EXPECT_EQ(report["folds"].size(), 1U);
    EXPECT_GT(report["auroc"].get<double>(), 0.8);
    EXPECT_EQ(report["config"]["class"], "active");

    const std::string rows = (folder / "said.csv").string();
    const Outcome said =
        run("predict " + model + " " + kNew + " --smiles structure --class active -o " + rows);
    expect_part(said.out, "accuracy 100.00 % (15 of 15");
    expect_part(said.out, "AUROC 1.0000");
    const std::vector<std::string> lines = lines_of(folder.read("said.csv"));
    ASSERT_EQ(lines.size(), 16U);
    EXPECT_EQ(lines[0], "graph,line,name,smiles,class,decision");
    EXPECT_TRUE(
        lines[1].starts_with("0,2,4-trifluoromethylbenzoic acid,O=C(O)c1ccc(C(F)(F)F)cc1,1,"))
        << lines[1];
    expect_part(lines[6], "\"4-N,N-dimethylaminobenzoic acid\"");
}

TEST(MoleculeProgram, ReadsAtomsAsTheModelDoes) {
    const ScratchFolder folder;
    const std::string model = (folder / "m.dhgak").string();
    run("fit " + kTrain + " --class active --atoms element --kernel wl -o " + model);
    expect_part(run("model " + model).out, "element");
    const Outcome followed = run("predict " + model + " " + kTrain);
    EXPECT_EQ(followed.err.find("labels that no training graph had"), std::string::npos)
        << followed.err;
    expect_part(run("predict " + model + " " + kNew + " --atoms ecfp", 2).err, "--atoms element");
    expect_part(run("predict " + model + " " + kNew + " --stereo", 2).err, "--atoms element");
    run("predict " + model + " " + kNew + " --atoms element");
}

TEST(MoleculeProgram, KeepsScaffoldsTogether) {
    const ScratchFolder folder;
    std::string table = "smiles,active\n";
    for (const char* ring : {"c1ccccc1", "C1CCCCC1", "c1ccncc1", "C1CCCC1", "c1ccsc1", "c1ccoc1"})
        for (const char* group : {"C", "O", "CO", "CCO", "CCC"})
            table += std::string(group) + ring + (group[0] == 'C' ? ",0\n" : ",1\n") +
                     std::string(group) + "O" + ring + ",1\n";
    const std::string source = folder.write("m.csv", table).string();
    const std::string out = (folder / "cv.json").string();
    run("cv " + source + " --class active --split scaffold --json " + out + kQuick);
    const json report = json::parse(folder.read("cv.json"));
    EXPECT_EQ(report["config"]["split_by"], "scaffold");
    for (const json& fold : report["folds"]) {
        std::set<std::size_t> here;
        for (const json& said : fold["predictions"])
            here.insert(said["graph"].get<std::size_t>() / 10);
        EXPECT_EQ(here.size() * 10, fold["predictions"].size());
    }
    expect_part(run("fit " + source + " --class active --split scaffold --kernel wl -o " +
                    (folder / "m.dhgak").string())
                    .out,
                "held-out graphs (scaffold)");
}

TEST(MoleculeProgram, TakesMoleculesInEveryCommand) {
    const ScratchFolder folder;
    const std::string model = (folder / "m.dhgak").string(), out = (folder / "out").string();
    const std::string data = " " + kTrain + " --class active ";
    const std::string small = " --H 1 --T 1 ";
    run("fit" + data + small + "-o " + model);
    run("transform " + model + " " + kNew + " -o " + out);
    run("kernel" + data + small + "-o " + out);
    run("features" + data + small + "-o " + out);
    run("embed" + data + " --H 1 -o " + out);
    run("slices" + data + " --H 1 --graph 0");
    run("search" + data +
        "--H 0,1 --b 0 --alpha 0.6 --cluster-factor 1 --T 1 --select nested"
        " --folds 2 --inner-folds 2");
    run("compare" + data + "--kernels wl,sp --folds 2 --inner-folds 2");
}

json facts_of(const std::string& page) {
    const std::string start = "id=\"facts\">";
    const std::size_t begin = page.find(start) + start.size();
    return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

// Numbers in a text of pack().
std::size_t count_packed(const std::string& text) {
    return (text.size() - 1) / static_cast<std::size_t>(text[0] - '0');
}

TEST(MoleculeProgram, DrawsMoleculesInTheReport) {
    const ScratchFolder folder;
    const std::string model = (folder / "m.dhgak").string(), page = (folder / "r.html").string();
    run("fit " + kTrain + " --class active --kernel wl -o " + model);
    const Outcome made =
        run_program("report --model " + model + " --data " + kTrain + " --class active -o " + page);
    if (made.code == 2 && made.err.find("node-d3") != std::string::npos)
        GTEST_SKIP() << "built without d3";
    ASSERT_EQ(made.code, 0) << made.err;
    for (const json& graph : facts_of(folder.read("r.html"))["graphs"]["graphs"]) {
        ASSERT_TRUE(graph.contains("b")) << graph["name"];
        EXPECT_EQ(2 * graph["b"].get<std::string>().size(), count_packed(graph["e"]));
        EXPECT_EQ(count_packed(graph["xy"]), 2 * count_packed(graph["x"]["s"]));
        EXPECT_EQ(graph["a"].size() % 2, 0U);
    }
}

TEST(MoleculeProgram, NumbersClassesInSvmlightAsTheModelDoes) {
    const ScratchFolder folder;
    const std::string table =
        folder.write("named.csv", "smiles,kind\nCC,inactive\nCN,active\nCCC,inactive\nCCN,active\n")
            .string();
    const std::string some = folder.write("some.csv", "smiles,kind\nCCCC,inactive\nCO,\n").string();
    const std::string model = (folder / "m.dhgak").string(), out = (folder / "f.txt").string();
    run("fit " + table + " --class kind --kernel wl -o " + model);
    run("transform " + model + " " + some + " --class kind --format svmlight -o " + out);
    std::vector<std::string> lines = lines_of(folder.read("f.txt"));
    EXPECT_TRUE(lines.at(0).starts_with("2 ")) << lines[0];
    EXPECT_TRUE(lines.at(1).starts_with("0 ")) << lines[1];

    const std::string numbered =
        folder.write("numbered.csv", "smiles,y\nCC,0\nCN,1\nCO,\n").string();
    run("features " + numbered + " --class y --kernel wl --format svmlight -o " + out);
    lines = lines_of(folder.read("f.txt"));
    EXPECT_TRUE(lines.at(0).starts_with("0 ")) << lines[0];
    EXPECT_TRUE(lines.at(2).starts_with("nan ")) << lines[2];
}

TEST(MoleculeProgram, AnswersWrongUsageWithARemedy) {
    const ScratchFolder folder;
    std::string names = "smiles,id\n";
    for (int i = 1; i <= 30; ++i)
        names += std::string(static_cast<std::size_t>(i), 'C') + ",mol-" + std::to_string(i) + "\n";
    const std::string named = folder.write("named.csv", names).string();
    const std::string bad =
        folder.write("bad.csv", "smiles,y\nCC,1\nC(C,0\nCN,1\nfoo,0\nCCN,0\n").string();
    const std::pair<std::string, std::string> cases[] = {
        {"cv " + kTrain, "--class"},
        {"cv " + kTrain + " --class activ", "smiles, name, active"},
        {"cv " + kTrain + " --smiles activ --class active", "--smiles"},
        {"cv " + bad + " --class y", "2 of 5 molecules cannot be read"},
        {"cv " + kTrain + " --class active --split scafold", "column:NAME"},
        {"cv " + kTrain + " --class active --split column:part", "no column 'part' for --split"},
        {"cv " + kTrain + " --class active --atoms all", "ecfp"},
        {"cv " + named + " --class id", "look like names"},
        {"cv demo --class active", "holds no molecules"},
        {"cv demo --split scaffold", "holds no molecules"},
        {"fit demo -o " + (folder / "m").string() + " --split random --test-share 2", "test-share"},
    };
    for (const auto& [arguments, message] : cases) expect_part(run(arguments, 2).err, message);
    expect_part(
        run("cv " + bad + " --class y --bad skip --folds 2 --inner-folds 2 --kernel wl").err,
        "2 of 5 molecules cannot be read and are left out");
}

TEST(MoleculeProgram, WritesNoFormulasWhereAsked) {
    const ScratchFolder folder;
    const std::string model = (folder / "acids.dhgak").string();
    run("fit " + kTrain + " --class active --kernel wl -o " + model);
    const std::string table =
        folder
            .write("new.csv",
                   "id,smiles\n=1+1,CCO\n@SUM(1),CCC\n-2.5,CC\n-2+3,CCCC\n\"\tx,y\",CO\nplain,CN\n")
            .string();
    const std::vector<std::string> plain = lines_of(run("predict " + model + " " + table).out),
                                   safe = lines_of(
                                       run("predict --safe-csv " + model + " " + table).out);
    ASSERT_EQ(plain.size(), 7U);
    ASSERT_EQ(safe.size(), 7U);
    expect_part(plain[1], ",=1+1,CCO,");
    expect_part(safe[1], ",'=1+1,CCO,");
    expect_part(safe[2], ",'@SUM(1),CCC,");
    expect_part(safe[3], ",-2.5,CC,");
    expect_part(safe[4], ",'-2+3,CCCC,");
    expect_part(safe[6], ",plain,CN,");
}

}  // namespace
}  // namespace dhgak
