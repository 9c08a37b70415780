# Headers and templates are the most of compiling: read once for many sources, the whole build takes
# less than half the time. Those who work on dhgak turn it off, to compile only what they changed.
option(DHGAK_JOIN "Compile sources of a folder together, and headers of tests once" ON)

# dhgak_join(TARGET): its sources are compiled some at a time, as one.
function(dhgak_join target)
  if(DHGAK_JOIN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
    # A class of one source may hold others of its unnamed namespace: no other source sees it.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# dhgak_share_stage_headers(TARGET KIND): the headers that many sources of the library include are
# compiled once for each KIND of options.
function(dhgak_share_stage_headers target kind)
  if(NOT DHGAK_JOIN)
    return()
  endif()
  set(from dhgak_headers_of_${kind})
  if(NOT TARGET ${from})
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${from}.cpp CONTENT "")
    add_library(${from} OBJECT ${PROJECT_BINARY_DIR}/generated/${from}.cpp)
    get_target_property(options ${target} COMPILE_OPTIONS)
    target_compile_options(${from} PRIVATE ${options})
    target_link_libraries(${from} PRIVATE dhgak_flags fmt::fmt)
    target_precompile_headers(${from} PRIVATE <algorithm> <array> <cmath> <filesystem> <fstream>
      <functional> <map> <memory> <numeric> <optional> <set> <span> <string> <unordered_map> <vector>
      <fmt/format.h> <nlohmann/json.hpp>)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${from})
endfunction()

# dhgak_share_test_headers(TARGET): the headers that all tests include are compiled once for all.
function(dhgak_share_test_headers target)
  if(NOT DHGAK_JOIN)
    return()
  endif()
  if(NOT TARGET dhgak_test_headers)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/test_headers.cpp CONTENT "")
    # A program, as the tests are: libraries are compiled with other options.
    add_executable(dhgak_test_headers ${PROJECT_BINARY_DIR}/generated/test_headers.cpp)
    target_compile_options(dhgak_test_headers PRIVATE $<$<CONFIG:Release>:-O1>)
    target_link_libraries(dhgak_test_headers PRIVATE dhgak_flags dhgak GTest::gtest_main fmt::fmt)
    target_precompile_headers(dhgak_test_headers PRIVATE <algorithm> <cmath> <filesystem> <fstream>
      <functional> <map> <memory> <numeric> <set> <string> <vector> <gtest/gtest.h>)
  endif()
  target_precompile_headers(${target} REUSE_FROM dhgak_test_headers)
endfunction()
