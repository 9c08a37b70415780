# Everything the library stands on; all of it is in Debian 12.
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(hwy REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc)
find_package(CURL REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(Boost REQUIRED)  # Boost.Math, headers only

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

# LEMON's templates alone: its network simplex needs nothing of the compiled library.
if(NOT TARGET lemon::lemon)
  find_path(lemon_INCLUDE_DIR lemon/network_simplex.h REQUIRED)
  add_library(lemon::lemon INTERFACE IMPORTED)
  set_target_properties(lemon::lemon PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${lemon_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS LEMON_ONLY_TEMPLATES)
endif()

dhgak_find_plain_library(svm svm.h libsvm)
dhgak_find_plain_library(zip zip.h "")
