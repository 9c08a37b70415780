# Headers that most sources include, compiled once: half of the time of a small source goes there.
# ccache, where it is installed, saves more and cannot tell whether two precompiled headers are the
# same.
if(DHGAK_CCACHE)
  set(precompile OFF)
else()
  set(precompile ON)
endif()
option(DHGAK_PRECOMPILE "Precompile the headers that most sources include" ${precompile})

# dhgak_precompiled(NAME HEADERS <vector> ... LINK ...)
#
# A set of headers; `dhgak_use_precompiled(TARGET NAME)` lets a target with the same options use it.
function(dhgak_precompiled name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LINK" ${ARGN})
  if(DHGAK_PRECOMPILE)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${name}.cpp CONTENT "")
    add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
    target_link_libraries(${name} PRIVATE dhgak_flags ${ARG_LINK})
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
  endif()
endfunction()

function(dhgak_use_precompiled target name)
  if(DHGAK_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

dhgak_precompiled(dhgak_headers
  HEADERS <algorithm> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <numeric>
    <optional> <span> <string> <utility> <vector> <fmt/format.h>
  LINK fmt::fmt)
