# What the library's link line needs; all of it is in Debian 12. Installed with the library, for
# find_package(dhgak).
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(hwy REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc)

# A library without a CMake package of its own, or with a broken one, as the target NAME::NAME.
function(dhgak_find_plain_library name header folder)
  if(TARGET ${name}::${name})
    return()
  endif()
  find_path(${name}_INCLUDE_DIR ${header} PATH_SUFFIXES ${folder} REQUIRED)
  find_library(${name}_LIBRARY ${name} REQUIRED)
  add_library(${name}::${name} UNKNOWN IMPORTED)
  set_target_properties(${name}::${name} PROPERTIES
    IMPORTED_LOCATION ${${name}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE_DIR})
endfunction()

dhgak_find_plain_library(zip zip.h "")
