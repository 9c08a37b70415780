// SPDX-License-Identifier: MIT

// Lloyd's algorithm but for the products of points and centers, which a library makes.
//
// Coordinates are relative to an origin and scaled by a power of two, so that those of all points,
// and hence of their means, lie within 2^15. A coordinate is then taken apart into two half floats
// of 11 digits each: `high` and what it leaves, `low`. A point's parts are high, low, high and a
// center's are high, high, low, so that the product of parts is that of the coordinates up to the
// product of both lows, which is below rounding.

using Fixed = unsigned long long;  // two's complement: sums wrap around to the right result
using Half = unsigned short;

constexpr int kLanes = 32;
constexpr unsigned kAll = 0xffffffffU;

// What distances by products may be wrong by (product_distances.h).
constexpr float kProductError = 1e-5f;
constexpr float kDimsOfError = 768;
// What is lost of coordinates so small that half floats lose their digits is below e = 2^-25 in
// each dimension, which a distance feels as 2 e |p| + 2 e |c|: at most kProductError (|p|^2 +
// |c|^2), and this.
constexpr float kSmallestError = 2e-10f;

__device__ Half to_half(float value) {
    Half result;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result) : "f"(value));
    return result;
}

__device__ float to_float(Half value) {
    float result;
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(value));
    return result;
}

template <typename T>
__device__ T sum_of_lanes(T value) {
    for (int step = kLanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(kAll, value, step);
    return value;
}

// The sum over all threads of a block, for the first of them. `parts` has room for each warp's.
template <typename T>
__device__ T sum_of_block(T value, T* parts) {
    value = sum_of_lanes(value);
    if (threadIdx.x % kLanes == 0) parts[threadIdx.x / kLanes] = value;
    __syncthreads();
    T sum = 0;
    for (int warp = 0; warp < blockDim.x / kLanes; ++warp) sum += parts[warp];
    return sum;
}

__device__ int warp_in_grid() { return (blockIdx.x * blockDim.x + threadIdx.x) / kLanes; }

// Takes the origin off all rows. `largest` becomes the bits of the largest coordinate, which order
// as the numbers do.
extern "C" __global__ void shift_rows(float* rows, const float* origin, long long num_values,
                                      int dims, unsigned* largest) {
    unsigned most = 0;
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < num_values; i += stride) {
        const float value = rows[i] - origin[i % dims];
        rows[i] = value;
        most = max(most, __float_as_uint(fabsf(value)));
    }
    most = __reduce_max_sync(kAll, most);
    if (threadIdx.x % kLanes == 0) atomicMax(largest, most);
}

// Scales a point's coordinates and takes them apart, a warp each.
extern "C" __global__ void split_points(float* rows, Half* parts, float* squares, int num_points,
                                        int dims, int room, float scale) {
    const int point = warp_in_grid(), lane = threadIdx.x % kLanes;
    if (point >= num_points) return;
    float* row = rows + static_cast<long long>(point) * dims;
    Half* part = parts + static_cast<long long>(point) * 3 * room;
    float square = 0;
    for (int j = lane; j < room; j += kLanes) {
        const float value = j < dims ? row[j] * scale : 0.0f;
        if (j < dims) row[j] = value;
        const Half high = to_half(value);
        part[j] = high;
        part[room + j] = to_half(value - to_float(high));
        part[2 * room + j] = high;
        square += value * value;
    }
    square = sum_of_lanes(square);
    if (lane == 0) squares[point] = square;
}

__device__ void split_center(float value, int j, int room, Half* part) {
    const Half high = to_half(value);
    part[j] = high;
    part[room + j] = high;
    part[2 * room + j] = to_half(value - to_float(high));
}

// Puts the centers where they start, a block each. Those from `num_centers` on are infinitely far
// from every point.
extern "C" __global__ void place_centers(const float* starts, const float* origin, float* centers,
                                         Half* parts, float* squares, int num_centers, int dims,
                                         int room, float scale) {
    __shared__ float warp_sums[kLanes];
    const int center = blockIdx.x;
    const bool is_spare = center >= num_centers;
    const long long first = static_cast<long long>(center) * dims;
    float square = 0;
    for (int j = threadIdx.x; j < room; j += blockDim.x) {
        const float value = is_spare || j >= dims ? 0.0f : (starts[first + j] - origin[j]) * scale;
        if (j < dims && !is_spare) centers[first + j] = value;
        split_center(value, j, room, parts + static_cast<long long>(center) * 3 * room);
        square += value * value;
    }
    square = sum_of_block(square, warp_sums);
    if (threadIdx.x == 0) squares[center] = is_spare ? __int_as_float(0x7f800000) : square;
}

// Moves each center, a block each, to the mean of its points, if it has any. `movements` are
// squared distances; `num_changed` begins anew.
extern "C" __global__ void move_centers(const Fixed* sums, const Fixed* masses, float* centers,
                                        Half* parts, float* squares, double* movements,
                                        unsigned* num_changed, int dims, int room, double ratio) {
    __shared__ double warp_steps[kLanes];
    __shared__ float warp_squares[kLanes];
    const int center = blockIdx.x;
    const auto mass = static_cast<double>(static_cast<long long>(masses[center])) * ratio;
    const long long first = static_cast<long long>(center) * dims;
    double movement = 0;
    float square = 0;
    for (int j = threadIdx.x; j < dims; j += blockDim.x) {
        float value = centers[first + j];
        if (mass > 0) {
            const float mean = static_cast<float>(
                static_cast<double>(static_cast<long long>(sums[first + j])) / mass);
            const double step = static_cast<double>(mean) - static_cast<double>(value);
            movement += step * step;
            centers[first + j] = value = mean;
            split_center(value, j, room, parts + static_cast<long long>(center) * 3 * room);
        }
        square += value * value;
    }
    movement = sum_of_block(movement, warp_steps);
    square = sum_of_block(square, warp_squares);
    if (threadIdx.x > 0) return;
    movements[center] = movement;
    squares[center] = square;
    if (center == 0) *num_changed = 0;
}

// The squared distance from a point to a center by differences, by a whole warp.
__device__ double square_distance(const float* row, const float* center, int dims) {
    double sum = 0;
    for (int j = threadIdx.x % kLanes; j < dims; j += kLanes) {
        const double step = static_cast<double>(row[j]) - static_cast<double>(center[j]);
        sum += step * step;
    }
    return sum_of_lanes(sum);
}

struct Nearest {
    float least = __int_as_float(0x7f800000);
    float second = __int_as_float(0x7f800000);
    int center = 0x7fffffff;

    __device__ void meet(float distance, int other) {
        if (distance < least || (distance == least && other < center)) {
            second = least;
            least = distance;
            center = other;
        } else if (distance < second) {
            second = distance;
        }
    }
};

// The nearest of the centers that products cannot tell apart; of equally near, the first.
__device__ int nearest_by_differences(const float* row, const float* products, const float* squares,
                                      const float* centers, int num_centers, int dims,
                                      float farthest) {
    double least = __longlong_as_double(0x7ff0000000000000LL);
    int nearest = 0;
    for (int first = 0; first < num_centers; first += kLanes) {
        const int mine = first + static_cast<int>(threadIdx.x) % kLanes;
        const bool is_open = mine < num_centers && !(squares[mine] - 2 * products[mine] > farthest);
        for (unsigned open = __ballot_sync(kAll, is_open); open != 0; open &= open - 1) {
            const int center = first + __ffs(static_cast<int>(open)) - 1;
            const double distance =
                square_distance(row, centers + static_cast<long long>(center) * dims, dims);
            if (distance < least) {
                least = distance;
                nearest = center;
            }
        }
    }
    return nearest;
}

// Adds a weighted point to the sums of a center, or takes it off, by a whole warp. In fixed point
// sums are the same in any order, so that a GPU, which fixes none, finds the same each time.
__device__ void add_point(const float* row, double row_scale, Fixed weight, bool is_arrival,
                          Fixed* sum, Fixed* mass, int dims) {
    for (int j = threadIdx.x % kLanes; j < dims; j += kLanes) {
        const auto value =
            static_cast<Fixed>(__double2ll_rn(static_cast<double>(row[j]) * row_scale));
        atomicAdd(sum + j, is_arrival ? value : -value);
    }
    if (threadIdx.x % kLanes == 0) atomicAdd(mass, is_arrival ? weight : -weight);
}

// Finds the nearest center of each point of a block, a warp each, from the products with all
// centers, and carries those that have another one than before over to it. `products` begins with
// the block's first point, everything else with the first of all.
extern "C" __global__ void assign_points(const float* products, const float* rows,
                                         const float* point_squares, const double* row_scales,
                                         const Fixed* weights, const float* centers,
                                         const float* squares, int* nearest, Fixed* sums,
                                         Fixed* masses, unsigned* num_changed, int first,
                                         int num_points, int num_centers, int stride, int dims) {
    const int in_block = warp_in_grid(), lane = threadIdx.x % kLanes;
    if (in_block >= num_points) return;
    const int point = first + in_block;
    const float* row = rows + static_cast<long long>(point) * dims;
    products += static_cast<long long>(in_block) * stride;

    Nearest found;
    for (int c = 4 * lane; c < stride; c += 4 * kLanes) {
        const float4 product = *reinterpret_cast<const float4*>(products + c);
        const float4 square = *reinterpret_cast<const float4*>(squares + c);
        found.meet(square.x - 2 * product.x, c);
        found.meet(square.y - 2 * product.y, c + 1);
        found.meet(square.z - 2 * product.z, c + 2);
        found.meet(square.w - 2 * product.w, c + 3);
    }
    for (int step = kLanes / 2; step > 0; step /= 2) {
        const float least = __shfl_xor_sync(kAll, found.least, step);
        const float second = __shfl_xor_sync(kAll, found.second, step);
        const int center = __shfl_xor_sync(kAll, found.center, step);
        found.meet(least, center);
        found.second = fminf(found.second, second);
    }
    int center = found.center;
    const float error = kProductError * fmaxf(1, dims / kDimsOfError) *
                            (5 * point_squares[point] + 2 * found.least) +
                        kSmallestError * dims;
    // Written so that what is no number is not taken for far.
    if (!(found.second - found.least > 2 * error))
        center = nearest_by_differences(row, products, squares, centers, num_centers, dims,
                                        found.least + 2 * error);

    const int before = nearest[point];
    if (center == before) return;
    const double scale = row_scales[point];
    const Fixed weight = weights[point];
    if (before >= 0)
        add_point(row, scale, weight, false, sums + static_cast<long long>(before) * dims,
                  masses + before, dims);
    add_point(row, scale, weight, true, sums + static_cast<long long>(center) * dims,
              masses + center, dims);
    if (lane == 0) {
        nearest[point] = center;
        atomicAdd(num_changed, 1U);
    }
}

// The squared distance of each point, a warp each, to its own center.
extern "C" __global__ void own_distances(const float* rows, const float* centers,
                                         const int* nearest, double* distances, int num_points,
                                         int dims) {
    const int point = warp_in_grid();
    if (point >= num_points) return;
    const double distance =
        square_distance(rows + static_cast<long long>(point) * dims,
                        centers + static_cast<long long>(nearest[point]) * dims, dims);
    if (threadIdx.x % kLanes == 0) distances[point] = distance;
}

// Carries points over to other centers, a warp each: point, old and new center.
extern "C" __global__ void carry_points(const int* moves, const float* rows,
                                        const double* row_scales, const Fixed* weights, Fixed* sums,
                                        Fixed* masses, int num_moves, int dims) {
    const int move = warp_in_grid();
    if (move >= num_moves) return;
    const int point = moves[3 * move];
    const float* row = rows + static_cast<long long>(point) * dims;
    for (int end = 1; end <= 2; ++end) {
        const int center = moves[3 * move + end];
        add_point(row, row_scales[point], weights[point], end == 2,
                  sums + static_cast<long long>(center) * dims, masses + center, dims);
    }
}
