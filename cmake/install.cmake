# find_package(jounce) in another project gives jounce::engine: the rooms from base to solve.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(JOUNCE_ENGINE_ROOMS base math blocks laws model mechanics solve)

add_library(jounce_engine INTERFACE)
add_library(jounce::engine ALIAS jounce_engine)
set_target_properties(jounce_engine PROPERTIES EXPORT_NAME engine)
target_include_directories(jounce_engine INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
set(engine_targets jounce_options jounce_engine)
foreach(room ${JOUNCE_ENGINE_ROOMS})
  target_link_libraries(jounce_engine INTERFACE jounce_${room})
  list(APPEND engine_targets jounce_${room})
  install(DIRECTORY src/${room}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jounce/${room}
          FILES_MATCHING PATTERN "*.h" PATTERN "*_test*" EXCLUDE)
endforeach()
install(FILES include/jounce/jounce.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jounce)
install(TARGETS ${engine_targets} EXPORT jounce-targets)
install(EXPORT jounce-targets NAMESPACE jounce:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)

configure_package_config_file(cmake/jounce-config.cmake.in
  ${PROJECT_BINARY_DIR}/jounce-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/jounce-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/jounce-config.cmake
              ${PROJECT_BINARY_DIR}/jounce-config-version.cmake cmake/FindKLU.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)
