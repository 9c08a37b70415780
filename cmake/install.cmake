# `cmake --install` makes find_package(dhgak) work.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS dhgak EXPORT dhgakTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS dhgak_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dhgak DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT dhgakTargets NAMESPACE dhgak:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/dhgak)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dhgakConfig.cmake.in
  ${PROJECT_BINARY_DIR}/dhgakConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/dhgak)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dhgakConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dhgakConfig.cmake ${PROJECT_BINARY_DIR}/dhgakConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/dependencies.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/dhgak)
