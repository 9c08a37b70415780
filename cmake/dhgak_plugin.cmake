# dhgak_plugin(rdkit SOURCES ... MAP rdkit/plugin.map LINK ...)
#
# libdhgak_rdkit.so, which the library loads on demand: nothing but what the map names can be seen
# from outside.
function(dhgak_plugin name)
  cmake_parse_arguments(ARG "" "MAP" "SOURCES;LINK" ${ARGN})
  set(target dhgak_${name}_plugin)
  set(map ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_MAP})
  add_library(${target} MODULE ${ARG_SOURCES})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
  target_link_libraries(${target} PRIVATE dhgak_flags ${ARG_LINK} "-Wl,--version-script=${map}")
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME dhgak_${name}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
    INSTALL_RPATH_USE_LINK_PATH ON
    LINK_DEPENDS ${map})
  install(TARGETS ${target} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# dhgak_show_plugins(FOLDER): what is built into it, tests and benchmarks, finds the plugins beside itself,
# the only place where they are looked for.
function(dhgak_show_plugins folder)
  file(MAKE_DIRECTORY ${folder})
  foreach(name rdkit torch)
    set(file libdhgak_${name}.so)
    file(CREATE_LINK ${PROJECT_BINARY_DIR}/${file} ${folder}/${file} SYMBOLIC)
  endforeach()
endfunction()
