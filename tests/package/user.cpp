// SPDX-License-Identifier: MIT
#include <iostream>

#include <dhgak/pipeline.h>

int main() {
    dhgak::RunOptions options;
    options.align.slices.H = 2;
    const dhgak::Report report = dhgak::cross_validate_dataset("demo", options);
    std::cout << to_table(report);
    return report.evaluation->cv.mean > report.dataset.majority ? 0 : 1;
}
