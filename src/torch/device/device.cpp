// SPDX-License-Identifier: MIT
#include "torch/device/device.h"

#include <dlfcn.h>

#include <array>
#include <mutex>
#include <shared_mutex>
#include <string_view>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>

#include "dhgak/core/error.h"
#include "torch/plugin/entry_points.h"

namespace dhgak {
namespace {

struct Peak {
    std::string_view part_of_name;
    double teraflops;
};

constexpr std::array<Peak, 8> kPeaks = {{{"H200", 989},
                                         {"H100 PCIe", 756},
                                         {"H100", 989},
                                         {"A100", 312},
                                         {"L40S", 362},
                                         {"L4", 121},
                                         {"4090", 165},
                                         {"A10", 125}}};

std::shared_mutex exactness;  // shared by FastProducts
std::mutex count_mutex;
int num_fast = 0;        // FastProducts alive
bool were_fast = false;  // before the first of them

// One of the driver's functions, since LibTorch has no calls for these that work without CUDA's
// headers; null without a driver.
template <typename Function>
Function find_in_driver(const char* name) {
    // Loaded by LibTorch, and for good.
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    return driver ? reinterpret_cast<Function>(dlsym(driver, name)) : nullptr;
}

std::string cuda_device_name() {
    const auto get_name = find_in_driver<int (*)(char*, int, int)>("cuDeviceGetName");
    std::array<char, 128> name = {};
    const bool is_known = get_name && get_name(name.data(), static_cast<int>(name.size()), 0) == 0;
    return is_known ? name.data() : "GPU";
}

}  // namespace

bool torch_sees_gpu() { return at::hasCUDA(); }

at::Device choose_device(const std::string& choice) {
    const bool has_cuda = torch_sees_gpu();
    if (choice == "cuda" && !has_cuda)
        throw ConfigError(
            "device cuda: this LibTorch sees no GPU; use device cpu or auto, or build against the "
            "LibTorch of a PyTorch with CUDA (DHGAK_TORCH_DIR)");
    const bool on_gpu = choice == "cuda" || (choice == "auto" && has_cuda);
    return on_gpu ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
}

at::ScalarType choose_dtype(const std::string& choice, at::Device device) {
    if (choice == "float32") return at::kFloat;
    if (choice == "bfloat16") return at::kBFloat16;
    if (choice == "float16") return at::kHalf;
    return device.is_cuda() ? at::kBFloat16 : at::kFloat;
}

void wake(at::Device device, at::ScalarType dtype) {
    if (!device.is_cuda()) return;
    const at::Tensor any = at::empty({16, 16}, at::TensorOptions(device).dtype(dtype));
    at::linear(any, any, any[0]);
}

DeviceInfo describe(at::Device device) {
    if (!device.is_cuda()) return {.name = "CPU"};
    DeviceInfo info = {.name = cuda_device_name()};
    for (const Peak& peak : kPeaks)
        if (info.name.find(peak.part_of_name) != std::string::npos) {
            info.peak_teraflops = peak.teraflops;
            break;
        }
    return info;
}

std::size_t gpu_memory() {
    const auto get_size = find_in_driver<int (*)(std::size_t*, int)>("cuDeviceTotalMem_v2");
    std::size_t bytes = 0;
    return get_size && get_size(&bytes, 0) == 0 ? bytes : 0;
}

void use_one_thread() {
    at::set_num_threads(1);
    // OpenBLAS has threads of its own, which at::set_num_threads does not reach.
    static std::once_flag once;
    std::call_once(once, [] {
        void* blas = dlopen("libopenblas.so.0", RTLD_LAZY | RTLD_NOLOAD);
        if (!blas) return;
        using SetThreads = void (*)(int);
        if (const auto set = reinterpret_cast<SetThreads>(dlsym(blas, "openblas_set_num_threads")))
            set(1);
        dlclose(blas);
    });
}

FastProducts::FastProducts() {
    exactness.lock_shared();
    const std::scoped_lock lock(count_mutex);
    if (num_fast++ > 0) return;
    were_fast = at::globalContext().allowTF32CuBLAS();
    at::globalContext().setAllowTF32CuBLAS(true);
}

FastProducts::~FastProducts() {
    {
        const std::scoped_lock lock(count_mutex);
        if (--num_fast == 0) at::globalContext().setAllowTF32CuBLAS(were_fast);
    }
    exactness.unlock_shared();
}

ExactProducts::ExactProducts() { exactness.lock(); }

ExactProducts::~ExactProducts() { exactness.unlock(); }

}  // namespace dhgak
