# The headers that most files need, compiled once for all rooms, once for cold sources and the command
# and once for all tests: reading Eigen, CLI11 and GoogleTest is half of the work of a build from
# scratch. Those of the engine are added for rooms that stand on it. A compiler cache does better without them, so they are left out where one is in use.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompile OFF)
else()
  set(precompile ON)
endif()
option(JOUNCE_PRECOMPILE "Precompile the headers that most files need" ${precompile})

set(JOUNCE_COMMON_HEADERS
    <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <fmt/format.h> <nlohmann/json.hpp>
    <algorithm> <array> <cmath> <complex> <filesystem> <fstream> <functional> <map> <memory> <optional>
    <set> <span> <string> <vector>)

# A target's headers: those of `donor`, a library of one empty file that has the same flags.
function(jounce_precompile target donor)
  if(JOUNCE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${donor})
  endif()
endfunction()

function(jounce_precompiled_headers donor)
  if(NOT JOUNCE_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(PCH "" "PIC" "HEADERS;DEPENDS;OPTIONS" ${ARGN})
  set(empty ${PROJECT_BINARY_DIR}/${donor}.cc)
  file(CONFIGURE OUTPUT ${empty} CONTENT "// Carries the precompiled headers.\n")
  add_library(${donor} OBJECT ${empty})
  set_target_properties(${donor} PROPERTIES POSITION_INDEPENDENT_CODE ${PCH_PIC})
  jounce_target_flags(${donor})
  target_compile_options(${donor} PRIVATE ${PCH_OPTIONS})
  target_include_directories(${donor} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${donor} PRIVATE jounce::options Eigen3::Eigen fmt::fmt
                        nlohmann_json::nlohmann_json ${PCH_DEPENDS})
  target_precompile_headers(${donor} PRIVATE ${JOUNCE_COMMON_HEADERS} ${PCH_HEADERS})
endfunction()

set(JOUNCE_ENGINE_HEADERS ${PROJECT_SOURCE_DIR}/src/solve/simulation.h)
jounce_precompiled_headers(jounce_room_headers PIC ON)
jounce_precompiled_headers(jounce_engine_headers PIC ON HEADERS ${JOUNCE_ENGINE_HEADERS})
jounce_precompiled_headers(jounce_cold_headers PIC ON HEADERS <CLI/CLI.hpp> ${JOUNCE_ENGINE_HEADERS}
                           DEPENDS CLI11::CLI11 OPTIONS ${JOUNCE_COLD})
if(JOUNCE_TESTS)
  jounce_precompiled_headers(jounce_test_headers PIC OFF HEADERS <gtest/gtest.h> DEPENDS GTest::gtest
                             OPTIONS ${JOUNCE_COLD})
  jounce_precompiled_headers(jounce_engine_test_headers PIC OFF
                             HEADERS <gtest/gtest.h> ${JOUNCE_ENGINE_HEADERS} DEPENDS GTest::gtest
                             OPTIONS ${JOUNCE_COLD})
endif()
