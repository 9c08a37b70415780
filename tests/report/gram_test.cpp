// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/report/figure.h"
#include "io/npy.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

std::string npy(const std::string& header, const std::vector<double>& values) {
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size() & 0xff);
    bytes += static_cast<char>(header.size() >> 8);
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
    return bytes;
}

std::string header_of(const std::string& shape, const std::string& more = "") {
    return "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }" + more + "\n";
}

std::string refusal_of(const std::string& bytes) {
    const ScratchFolder folder;
    try {
        read_gram(folder.write("K.npy", bytes));
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(ReadGram, TakesWhatKernelAndNumPyWrite) {
    const ScratchFolder folder;
    const std::vector<double> values = {1, 0.5, 0.25, 1};
    std::ostringstream ours;
    write_npy(ours, {.values = std::span(values), .shape = {2, 2}});
    for (const std::string& bytes : {ours.str(), npy(header_of("(2, 2)"), values)}) {
        const GramMatrix gram = read_gram(folder.write("K.npy", bytes));
        ASSERT_EQ(gram.size(), 2U);
        EXPECT_EQ(gram(0, 1), 0.5);
        EXPECT_EQ(gram(1, 0), 0.25);
    }
}

// A regular expression over 65 kB of header took the stack.
TEST(ReadGram, RefusesALongHeader) {
    const std::string header = header_of("(" + std::string(65'000, '1') + ", 1)");
    EXPECT_NE(refusal_of(npy(header, {1})).find("has a header of"), std::string::npos);
}

TEST(ReadGram, RefusesOtherShapes) {
    for (const char* shape : {"(4,)", "()", "(2, 2, 1)", "(1, 4)", "(-2, -2)", "(0, 0)",
                              "(9999999999, 9999999999)", "(2 2)", "(2, 2", "(, )"})
        EXPECT_NE(refusal_of(npy(header_of(shape), {1, 2, 3, 4})), "") << shape;
    EXPECT_NE(refusal_of(npy(header_of("(999999999, 999999999)"), {1})).find("cut short"),
              std::string::npos);
    EXPECT_NE(refusal_of(npy(header_of("(2, 2)"), {1, 2, 3})).find("cut short"), std::string::npos);
}

TEST(ReadGram, RefusesWhatIsNotFinite) {
    for (const double value : {NAN, INFINITY, -INFINITY})
        EXPECT_NE(refusal_of(npy(header_of("(2, 2)"), {1, 0, value, 1})).find("row 1"),
                  std::string::npos);
}

TEST(ReadGram, RefusesAFolder) {
    const ScratchFolder folder;
    EXPECT_THROW(read_gram(folder / "."), InputError);
}

// The sum over a cell of several graphs was infinite, and the colour of no number undefined.
TEST(GramFigure, OfTheLargestNumbersHasColours) {
    GramMatrix gram(200);
    for (std::size_t i = 0; i < gram.size(); ++i)
        for (double& value : gram.row(i)) value = std::numeric_limits<double>::max();
    const std::string figure = gram_figure(gram);
    EXPECT_NE(figure.find("#fee838"), std::string::npos);
    EXPECT_EQ(figure.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace dhgak
