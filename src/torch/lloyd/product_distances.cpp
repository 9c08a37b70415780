// SPDX-License-Identifier: MIT
#include "torch/lloyd/product_distances.h"

#include <cmath>
#include <vector>

namespace dhgak {

Matrix rounded_mean(const Matrix& points) {
    const std::size_t step = std::max<std::size_t>(points.rows() / 1024, 1);
    std::vector<double> sum(points.cols());
    double count = 0;
    for (std::size_t i = 0; i < points.rows(); i += step, ++count)
        for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += static_cast<double>(points(i, j));
    Matrix mean(1, points.cols());
    for (std::size_t j = 0; j < sum.size(); ++j)
        mean(0, j) = static_cast<float>(std::round(sum[j] / std::max(count, 1.0)));
    return mean;
}

}  // namespace dhgak
