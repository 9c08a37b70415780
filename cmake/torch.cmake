# LibTorch as the target torch::torch: the system's, or that inside the PyTorch package whose folder
# (the one that holds include/ and lib/) is DHGAK_TORCH_DIR. Torch's own CMake package is not asked,
# since that of a CUDA build demands a CUDA toolkit, which our sources do not need.
set(DHGAK_TORCH_DIR "" CACHE PATH
  "Folder of a PyTorch package to build against instead of the system's LibTorch")

if(DHGAK_TORCH_DIR)
  set(torch_where PATHS ${DHGAK_TORCH_DIR} NO_DEFAULT_PATH)
else()
  set(torch_where)
endif()
# A changed DHGAK_TORCH_DIR must not meet what was found for the old one.
if(NOT "${DHGAK_TORCH_DIR}" STREQUAL "${DHGAK_TORCH_FOUND_FOR}")
  foreach(name TORCH_INCLUDE_DIR TORCH_CPU_LIBRARY C10_LIBRARY TORCH_CUDA_LIBRARY C10_CUDA_LIBRARY)
    unset(${name} CACHE)
  endforeach()
  set(DHGAK_TORCH_FOUND_FOR "${DHGAK_TORCH_DIR}" CACHE INTERNAL "")
endif()
find_path(TORCH_INCLUDE_DIR ATen/core/Tensor.h PATH_SUFFIXES include ${torch_where})
find_library(TORCH_CPU_LIBRARY torch_cpu PATH_SUFFIXES lib ${torch_where})
find_library(C10_LIBRARY c10 PATH_SUFFIXES lib ${torch_where})
find_library(TORCH_CUDA_LIBRARY torch_cuda PATH_SUFFIXES lib ${torch_where})
find_library(C10_CUDA_LIBRARY c10_cuda PATH_SUFFIXES lib ${torch_where})
mark_as_advanced(TORCH_INCLUDE_DIR TORCH_CPU_LIBRARY C10_LIBRARY TORCH_CUDA_LIBRARY
  C10_CUDA_LIBRARY)

set(Torch_FOUND OFF)
if(TORCH_INCLUDE_DIR AND TORCH_CPU_LIBRARY AND C10_LIBRARY)
  set(Torch_FOUND ON)
elseif(DHGAK_TORCH_DIR)
  message(FATAL_ERROR "no include/ATen and lib/libtorch_cpu.so in ${DHGAK_TORCH_DIR}")
endif()
# AUTO asks anew each time: LibTorch may come after the first build.
set(DHGAK_TORCH AUTO CACHE STRING "BERT and clustering on a GPU through LibTorch: ON, OFF or AUTO")
if(DHGAK_TORCH STREQUAL AUTO)
  set(DHGAK_TORCH ${Torch_FOUND})
endif()
if(DHGAK_TORCH AND NOT Torch_FOUND)
  message(FATAL_ERROR "DHGAK_TORCH is on, but there is no LibTorch: install libtorch-dev or set "
    "DHGAK_TORCH_DIR")
endif()
if(DHGAK_TORCH AND NOT TARGET torch::torch)
  # PyTorch packages bring headers of other libraries along, such as another fmt than ours: only its
  # own are linked to where we look for them.
  set(torch_headers ${PROJECT_BINARY_DIR}/torch_headers)
  file(REMOVE_RECURSE ${torch_headers})
  file(MAKE_DIRECTORY ${torch_headers})
  foreach(name ATen c10 caffe2 torch)
    if(EXISTS ${TORCH_INCLUDE_DIR}/${name})
      file(CREATE_LINK ${TORCH_INCLUDE_DIR}/${name} ${torch_headers}/${name} SYMBOLIC)
    endif()
  endforeach()
  add_library(torch::torch INTERFACE IMPORTED)
  target_include_directories(torch::torch SYSTEM INTERFACE ${torch_headers})
  # Operators come in headers of their own; the one with all of them takes a minute to compile.
  target_compile_definitions(torch::torch INTERFACE AT_PER_OPERATOR_HEADERS)
  # The CUDA libraries register themselves when loaded; nothing refers to them by name. They need
  # others (cuBLAS, ...) that only a machine with a GPU has.
  target_link_libraries(torch::torch INTERFACE ${TORCH_CPU_LIBRARY} ${C10_LIBRARY})
  if(TORCH_CUDA_LIBRARY AND C10_CUDA_LIBRARY)
    target_link_libraries(torch::torch INTERFACE
      "-Wl,--no-as-needed,${TORCH_CUDA_LIBRARY},${C10_CUDA_LIBRARY},--as-needed")
    target_link_options(torch::torch INTERFACE -Wl,--allow-shlib-undefined)
  endif()
endif()

set(DHGAK_TORCH_HAS_CUDA OFF)
if(TORCH_CUDA_LIBRARY AND C10_CUDA_LIBRARY)
  set(DHGAK_TORCH_HAS_CUDA ON)
endif()

# Fused attention with a choice of what it runs on came with 2.2.
set(DHGAK_TORCH_HAS_SDPA OFF)
if(DHGAK_TORCH)
  file(STRINGS "${TORCH_INCLUDE_DIR}/ATen/Context.h" choice_of_cudnn REGEX "setSDPUseCuDNN")
  if(choice_of_cudnn)
    set(DHGAK_TORCH_HAS_SDPA ON)
  endif()
endif()

# Code of our own needs the driver's handle of LibTorch's queues and float32 products of half floats,
# which came with late versions of 2.
set(DHGAK_TORCH_HAS_QUEUES OFF)
if(DHGAK_TORCH AND DHGAK_TORCH_HAS_CUDA)
  file(STRINGS "${TORCH_INCLUDE_DIR}/c10/core/Stream.h" native_handle REGEX "native_handle")
  file(STRINGS "${TORCH_INCLUDE_DIR}/ATen/ops/mm.h" out_dtype REGEX "out_dtype")
  if(native_handle AND out_dtype)
    set(DHGAK_TORCH_HAS_QUEUES ON)
  endif()
endif()
