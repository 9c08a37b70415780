# dhgak_stage(align DEPENDS core SOURCES kmeans.cpp ... LINK hwy::hwy)
#
# One stage of the pipeline as an object library; `dhgak` is made of all of them.
# One of TEXT rather than numbers is compiled quickly instead of running quickly. DEPENDS names the
# stages whose headers it may include and whose functions it may call: tools/check_layers.py reads
# these lines and holds us to it.
function(dhgak_stage name)
  cmake_parse_arguments(ARG "TEXT" "" "DEPENDS;SOURCES;LINK" ${ARGN})
  add_library(dhgak_${name} OBJECT ${ARG_SOURCES})
  target_include_directories(dhgak_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(dhgak_${name} PRIVATE dhgak_flags fmt::fmt ${ARG_LINK})
  set(kind numbers)
  if(ARG_TEXT)
    set(kind text)
    target_compile_options(dhgak_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  dhgak_join(dhgak_${name})
  dhgak_share_stage_headers(dhgak_${name} ${kind})
  # Code that is compiled once for each processor includes itself, and stays on its own.
  foreach(source IN LISTS ARG_SOURCES)
    file(STRINGS ${source} includes_itself REGEX "HWY_TARGET_INCLUDE")
    if(includes_itself)
      set_source_files_properties(${source} PROPERTIES
        SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY DHGAK_STAGES dhgak_${name})
  set_property(GLOBAL APPEND PROPERTY DHGAK_LINK ${ARG_LINK})
endfunction()

# dhgak_test(kernel mean_embedding LABELS fast)
#
# Builds tests/kernel/mean_embedding_test.cpp and runs it as `kernel.mean_embedding`.
function(dhgak_test stage name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "LABELS;LINK" ${ARGN})
  set(target ${stage}_${name}_test)
  add_executable(${target} ${PROJECT_SOURCE_DIR}/tests/${stage}/${name}_test.cpp)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${target} PRIVATE dhgak_flags dhgak GTest::gtest_main fmt::fmt ${ARG_LINK})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)  # quick to compile
  dhgak_share_test_headers(${target})
  dhgak_show_plugins(${CMAKE_CURRENT_BINARY_DIR})
  add_test(NAME ${stage}.${name} COMMAND ${target})
  if(NOT ARG_LABELS)
    set(ARG_LABELS fast)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  set_tests_properties(${stage}.${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT})
endfunction()
