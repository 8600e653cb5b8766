# find_package(jounce) in another project gives jounce::jounce: libjounce and the headers of
# include/jounce, which need nothing but a C++20 or C compiler.
include(CMakePackageConfigHelpers)

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)
install(TARGETS jounce_library EXPORT jounce-targets
        LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY include/jounce DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT jounce-targets FILE jounceConfig.cmake NAMESPACE jounce::
        DESTINATION ${config_folder} COMPONENT development)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/jounceConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/jounceConfigVersion.cmake
        DESTINATION ${config_folder} COMPONENT development)
