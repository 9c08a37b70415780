// SPDX-License-Identifier: MIT
#include "torch/device/gpu_code.h"

#include <dlfcn.h>

#include <stdexcept>

#include <ATen/ops/mm.h>
#include <c10/core/Stream.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <fmt/format.h>

#include "dhgak/core/log.h"

namespace dhgak {
namespace {

// The driver's and the compiler's functions that are needed here, by their own names and types:
// neither brings headers to where we build. Both report success as 0.
struct Cuda {
    int (*cuDevicePrimaryCtxRetain)(void** context, int device);
    int (*cuCtxSetCurrent)(void* context);
    int (*cuDeviceGetAttribute)(int* value, int attribute, int device);
    int (*cuModuleLoadData)(void** module, const void* image);
    int (*cuModuleGetFunction)(void** function, void* module, const char* name);
    int (*cuLaunchKernel)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                          unsigned block_x, unsigned block_y, unsigned block_z,
                          unsigned shared_bytes, void* stream, void** arguments, void** extra);
    int (*cuMemsetD8Async)(std::uintptr_t place, unsigned char value, std::size_t size,
                           void* stream);
    int (*nvrtcCreateProgram)(void** program, const char* source, const char* name, int num_headers,
                              const char* const* headers, const char* const* header_names);
    int (*nvrtcCompileProgram)(void* program, int num_options, const char* const* options);
    int (*nvrtcGetProgramLogSize)(void* program, std::size_t* size);
    int (*nvrtcGetProgramLog)(void* program, char* log);
    int (*nvrtcGetCUBINSize)(void* program, std::size_t* size);
    int (*nvrtcGetCUBIN)(void* program, char* code);
    int (*nvrtcDestroyProgram)(void** program);
};

template <typename Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function) throw std::runtime_error(fmt::format("there is no {}", name));
}

Cuda load_cuda() {
    // LibTorch's own link to both.
    void* library = dlopen("libcaffe2_nvrtc.so", RTLD_LAZY | RTLD_LOCAL);
    if (!library) throw std::runtime_error(dlerror());
    Cuda cuda = {};
    find(library, "cuDevicePrimaryCtxRetain", cuda.cuDevicePrimaryCtxRetain);
    find(library, "cuCtxSetCurrent", cuda.cuCtxSetCurrent);
    find(library, "cuDeviceGetAttribute", cuda.cuDeviceGetAttribute);
    find(library, "cuModuleLoadData", cuda.cuModuleLoadData);
    find(library, "cuModuleGetFunction", cuda.cuModuleGetFunction);
    find(library, "cuLaunchKernel", cuda.cuLaunchKernel);
    find(library, "cuMemsetD8Async", cuda.cuMemsetD8Async);
    find(library, "nvrtcCreateProgram", cuda.nvrtcCreateProgram);
    find(library, "nvrtcCompileProgram", cuda.nvrtcCompileProgram);
    find(library, "nvrtcGetProgramLogSize", cuda.nvrtcGetProgramLogSize);
    find(library, "nvrtcGetProgramLog", cuda.nvrtcGetProgramLog);
    find(library, "nvrtcGetCUBINSize", cuda.nvrtcGetCUBINSize);
    find(library, "nvrtcGetCUBIN", cuda.nvrtcGetCUBIN);
    find(library, "nvrtcDestroyProgram", cuda.nvrtcDestroyProgram);
    return cuda;
}

const Cuda& cuda() {
    static const Cuda loaded = load_cuda();
    return loaded;
}

void check(int status, const char* what) {
    if (status != 0) throw std::runtime_error(fmt::format("{} failed with code {}", what, status));
}

// The context that all of CUDA shares, for what the calling thread asks of the driver.
void use_context() {
    thread_local const bool is_used = [] {
        void* context = nullptr;
        check(cuda().cuDevicePrimaryCtxRetain(&context, 0), "starting the GPU");
        check(cuda().cuCtxSetCurrent(context), "starting the GPU");
        return true;
    }();
    (void)is_used;
}

// sm_90 for an H100.
std::string architecture() {
    constexpr int kMajor = 75, kMinor = 76;  // as the driver numbers them
    int major = 0, minor = 0;
    check(cuda().cuDeviceGetAttribute(&major, kMajor, 0), "asking for the GPU's kind");
    check(cuda().cuDeviceGetAttribute(&minor, kMinor, 0), "asking for the GPU's kind");
    return fmt::format("--gpu-architecture=sm_{}{}", major, minor);
}

std::string compile(const std::string& name, const char* source, std::vector<std::string> options) {
    void* program = nullptr;
    check(cuda().nvrtcCreateProgram(&program, source, name.c_str(), 0, nullptr, nullptr),
          "starting the compiler");
    options.insert(options.end(), {architecture(), "--std=c++17"});
    std::vector<const char*> texts;
    for (const std::string& option : options) texts.push_back(option.c_str());
    const int status =
        cuda().nvrtcCompileProgram(program, static_cast<int>(texts.size()), texts.data());
    std::size_t size = 0;
    std::string text;
    if (status == 0) {
        cuda().nvrtcGetCUBINSize(program, &size);
        text.resize(size);
        cuda().nvrtcGetCUBIN(program, text.data());
    } else {
        cuda().nvrtcGetProgramLogSize(program, &size);
        text.resize(size);
        cuda().nvrtcGetProgramLog(program, text.data());
    }
    cuda().nvrtcDestroyProgram(&program);
    if (status != 0) throw std::runtime_error(text);
    return text;
}

std::map<std::string, void*> load(const std::string& code,
                                  const std::vector<std::string>& functions) {
    use_context();
    void* module = nullptr;
    check(cuda().cuModuleLoadData(&module, code.data()), "loading compiled code");
    std::map<std::string, void*> found;
    for (const std::string& function : functions)
        check(cuda().cuModuleGetFunction(&found[function], module, function.c_str()),
              "finding a function in compiled code");
    return found;
}

// Of LibTorch, for the calling thread.
void* current_queue() {
    use_context();
    const c10::impl::VirtualGuardImpl guard(at::kCUDA);
    return guard.getStream(guard.getDevice()).native_handle();
}

}  // namespace

GpuCode::GpuCode(const std::string& name, const char* source,
                 const std::vector<std::string>& functions,
                 const std::vector<std::string>& options) {
    try {
        functions_ = load(compile(name, source, options), functions);
    } catch (const std::exception& error) {
        log_info(fmt::format("{} is not compiled for this GPU, which makes it slower: {}", name,
                             error.what()));
    }
}

void GpuCode::launch(const std::string& function, std::int64_t blocks, unsigned threads,
                     void** arguments) const {
    if (blocks == 0) return;
    check(cuda().cuLaunchKernel(functions_.at(function), static_cast<unsigned>(blocks), 1, 1,
                                threads, 1, 1, 0, current_queue(), arguments, nullptr),
          function.c_str());
}

void fill_bytes(void* block, unsigned char value, std::size_t size) {
    check(cuda().cuMemsetD8Async(reinterpret_cast<std::uintptr_t>(block), value, size,
                                 current_queue()),
          "filling memory");
}

void multiply_halves(const at::Tensor& a, const at::Tensor& b, at::Tensor products) {
    at::mm_out(products, a, b, at::kFloat);
}

}  // namespace dhgak
