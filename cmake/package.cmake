# `cpack` in a build folder makes three Debian packages: jounce (the command, its manual page,
# completion for bash, examples and licences; needs no compiler where it is installed), libjounce0
# (the library) and libjounce-dev (its headers).
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(manual ${PROJECT_BINARY_DIR}/jounce.1.gz)
set(completion ${PROJECT_BINARY_DIR}/completion/jounce)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/completion)
add_custom_command(OUTPUT ${manual} ${completion}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/make_man_page.py $<TARGET_FILE:jounce>
          ${PROJECT_VERSION} ${manual}
  COMMAND jounce completion bash > ${completion}
  DEPENDS jounce ${PROJECT_SOURCE_DIR}/tools/make_man_page.py
  COMMENT "Writing the manual page and the completion" VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual} ${completion})

install(TARGETS jounce RUNTIME COMPONENT command)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT command)
install(FILES cmake/copyright README.md CHANGELOG.md docs/licences.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/jounce COMPONENT command)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/jounce COMPONENT command)
# The library, and the sheets from which its parts take their numbers where nobody hands over others.
install(DIRECTORY library DESTINATION ${CMAKE_INSTALL_DATADIR}/jounce COMPONENT command)
install(DIRECTORY examples/suv examples/car_on_beams
        DESTINATION ${CMAKE_INSTALL_DATADIR}/jounce/examples COMPONENT command
        FILES_MATCHING PATTERN "*.csv" PATTERN "*_law.yaml")
set(library_package libjounce${PROJECT_VERSION_MAJOR})
install(FILES cmake/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${library_package}
        COMPONENT library)
install(FILES cmake/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libjounce-dev
        COMPONENT development)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME jounce)
set(CPACK_PACKAGE_VENDOR "The Jounce authors")
set(CPACK_PACKAGE_CONTACT
    "The Jounce maintainers <maintainers@users.noreply.a-seed-ffea337b.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_COMPONENT_COMMAND_DESCRIPTION
"Jounce identifies laws of rubber bushings from measured loops, simulates multibody
systems that hang on them, reads and processes road loads, and shows what comes
out as pages that open in any browser.")
# What the launcher builds is for this machine's kind of processor; the preset `package` for any.
if(JOUNCE_ARCH)
  string(APPEND CPACK_COMPONENT_COMMAND_DESCRIPTION
         "\n.\nThis build needs a processor of the kind ${JOUNCE_ARCH}.")
endif()
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL command library development)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
    "The library of Jounce: rubber bushings and multibody systems in programs of your own.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Headers of the library of Jounce for C++20 and C, and what find_package(jounce) of CMake reads.")
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME jounce)
# Flexible parts are reduced many times faster than with the reference BLAS.
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS libopenblas0-pthread)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS "bash-completion, xdg-utils")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS libopenblas0-pthread)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libjounce-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} (= ${PROJECT_VERSION})")
include(CPack)
