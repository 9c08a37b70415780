// SPDX-License-Identifier: MIT

// What BERT does to its states, row by row.

constexpr int kVectors = WIDTH / kInVector;  // of a state

__device__ float sum_of_lanes(float value) {
    for (int step = kLanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(kAll, value, step);
    return value;
}

__device__ int warp_in_grid() { return (blockIdx.x * blockDim.x + threadIdx.x) / kLanes; }

// A row of states, spread over a warp in vectors.
struct Row {
    float values[(kVectors + kLanes - 1) / kLanes][kInVector];

    // Calls body(values, i) for the lane's vectors, which are number i of the row.
    template <typename Body>
    __device__ void for_each(const Body& body) {
        constexpr int kWhole = kVectors / kLanes;
        const int lane = threadIdx.x % kLanes;
#pragma unroll
        for (int v = 0; v < kWhole; ++v) body(values[v], v * kLanes + lane);
        if constexpr (kVectors % kLanes > 0)
            if (kWhole * kLanes + lane < kVectors) body(values[kWhole], kWhole * kLanes + lane);
    }

    // Each number less their mean, over their deviation, times `weight`, plus `bias`.
    __device__ void normalize(const uint4* weight, const uint4* bias, float epsilon) {
        float sum = 0;
        for_each([&](float(&vector)[kInVector], int) {
            for (const float value : vector) sum += value;
        });
        const float mean = sum_of_lanes(sum) / WIDTH;
        float squares = 0;
        for_each([&](float(&vector)[kInVector], int) {
            for (const float value : vector) squares += (value - mean) * (value - mean);
        });
        const float scale = rsqrtf(sum_of_lanes(squares) / WIDTH + epsilon);
        for_each([&](float(&vector)[kInVector], int i) {
            float factors[kInVector], terms[kInVector];
            unpack(weight[i], factors);
            unpack(bias[i], terms);
            for (int j = 0; j < kInVector; ++j)
                vector[j] = (vector[j] - mean) * scale * factors[j] + terms[j];
        });
    }

    __device__ void write(uint4* place) {
        for_each([&](float(&vector)[kInVector], int i) { place[i] = pack(vector); });
    }
};

// The first states: normalized sums of what each token's word, position and type stand for. A warp
// takes a row.
extern "C" __global__ void embed_tokens(const int* tokens, const int* token_positions,
                                        const uint4* words, const uint4* positions,
                                        const uint4* type, const uint4* weight, const uint4* bias,
                                        uint4* states, int num_rows, float epsilon) {
    const long long number = warp_in_grid();
    if (number >= num_rows) return;
    const uint4* word = words + static_cast<long long>(tokens[number]) * kVectors;
    const uint4* position = positions + token_positions[number] * kVectors;
    Row row;
    row.for_each([&](float(&vector)[kInVector], int i) {
        float of_position[kInVector], of_type[kInVector];
        unpack(word[i], vector);
        unpack(position[i], of_position);
        unpack(type[i], of_type);
        for (int j = 0; j < kInVector; ++j) vector[j] += of_position[j] + of_type[j];
    });
    row.normalize(weight, bias, epsilon);
    row.write(states + number * kVectors);
}

// Normalizes each row in place. A warp takes a row and reads it once.
extern "C" __global__ void normalize_rows(uint4* states, const uint4* weight, const uint4* bias,
                                          int num_rows, float epsilon) {
    const long long number = warp_in_grid();
    if (number >= num_rows) return;
    uint4* place = states + number * kVectors;
    Row row;
    row.for_each([&](float(&vector)[kInVector], int i) { unpack(place[i], vector); });
    row.normalize(weight, bias, epsilon);
    row.write(place);
}

// The sum of each sequence's states, a block each. Sequence s has the rows from starts[s] up to
// starts[s + 1].
extern "C" __global__ void sum_sequences(const uint4* states, const int* starts, float4* sums) {
    const long long sequence = blockIdx.x;
    const int end = starts[sequence + 1];
    for (int i = threadIdx.x; i < kVectors; i += blockDim.x) {
        float sum[kInVector] = {};
        for (long long row = starts[sequence]; row < end; ++row) {
            float values[kInVector];
            unpack(states[row * kVectors + i], values);
            for (int j = 0; j < kInVector; ++j) sum[j] += values[j];
        }
        float4* place = sums + (sequence * kVectors + i) * 2;
        place[0] = make_float4(sum[0], sum[1], sum[2], sum[3]);
        place[1] = make_float4(sum[4], sum[5], sum[6], sum[7]);
    }
}
