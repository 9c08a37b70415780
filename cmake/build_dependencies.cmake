# What only building needs: templates that are compiled into the library, and what the program links
# beyond it.
find_package(nlohmann_json REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(Boost REQUIRED)  # Boost.Math, headers only

# LEMON's templates alone: its network simplex needs nothing of the compiled library.
if(NOT TARGET lemon::lemon)
  find_path(lemon_INCLUDE_DIR lemon/network_simplex.h REQUIRED)
  add_library(lemon::lemon INTERFACE IMPORTED)
  set_target_properties(lemon::lemon PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${lemon_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS LEMON_ONLY_TEMPLATES)
endif()

find_package(CLI11 REQUIRED)
find_package(spdlog REQUIRED)
