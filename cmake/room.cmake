# jounce_room(NAME [PARSES] SOURCES a.cc ... COLD_SOURCES b.cc ... TESTS a_test.cc ...
#             LONG_TESTS Suite.Case ... DEPENDS rooms and libraries ... TEST_DEPENDS ...)
#
# A room is a folder of src/: a static library jounce::NAME, and, from the tests that lie beside the
# code, one program NAME_test whose cases ctest sees one by one. Cold sources run a few times in a
# command: they take longer to be compiled than to run, and are not optimized. A room that parses
# shows fuzzers the paths they take through it.
add_library(jounce_options INTERFACE)
add_library(jounce::options ALIAS jounce_options)
target_compile_features(jounce_options INTERFACE cxx_std_20)
# One alignment of fixed-size types whatever -march is: as in Debian's own libraries.
target_compile_definitions(jounce_options INTERFACE EIGEN_MAX_ALIGN_BYTES=16)
# Eigen allocates by the instruction set, so all rooms must be compiled for the same one.
if(JOUNCE_ARCH)
  target_compile_options(jounce_options INTERFACE -march=${JOUNCE_ARCH})
endif()

set(JOUNCE_FLAGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Scripts of pages are long texts.
  list(APPEND JOUNCE_FLAGS -Wno-overlength-strings)
  # Products and sums as one instruction, as GCC makes them without being asked, and no errno: a
  # step takes 2 % less.
  if(NOT JOUNCE_SANITIZE)
    list(APPEND JOUNCE_FLAGS -ffp-contract=fast -fno-math-errno)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports these in its own std::string and std::optional.
  list(APPEND JOUNCE_FLAGS -Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds
       -Wno-stringop-overflow -Wno-stringop-overread)
  # GCC inlines less in large units, and joined sources are large.
  if(JOUNCE_UNITY AND NOT JOUNCE_SANITIZE)
    list(APPEND JOUNCE_FLAGS --param=inline-unit-growth=400)
  endif()
endif()
if(JOUNCE_WERROR)
  list(APPEND JOUNCE_FLAGS -Werror)
endif()
set(JOUNCE_LINK_FLAGS "")
if(JOUNCE_SANITIZE)
  list(APPEND JOUNCE_FLAGS -fsanitize=${JOUNCE_SANITIZE} -fno-sanitize-recover=all
       -fno-omit-frame-pointer)
  # A third of the compilation for what the address sanitizer finds, or x86 allows, anyway.
  if(JOUNCE_SANITIZE MATCHES undefined)
    list(APPEND JOUNCE_FLAGS -fno-sanitize=null,alignment,object-size,vptr)
  endif()
  list(APPEND JOUNCE_LINK_FLAGS -fsanitize=${JOUNCE_SANITIZE})
endif()
# What a fuzzer needs to see, only where it looks: it makes the engine half as fast.
set(JOUNCE_FUZZ_COVERAGE "")
if(JOUNCE_FUZZ)
  set(JOUNCE_FUZZ_COVERAGE -fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp)
endif()

# Cold sources, the command and tests (whose time is that of the rooms they call) are compiled more
# often than they are waited for.
set(JOUNCE_COLD -O0)

# What we make of Eigen's templates stays ours: libraries that bring their own (Ceres) are compiled for
# another instruction set and allocate in another way, and must neither see ours nor be seen.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

function(jounce_target_flags target)
  target_compile_options(${target} PRIVATE ${JOUNCE_FLAGS})
  target_link_options(${target} PRIVATE ${JOUNCE_LINK_FLAGS})
endfunction()

# Sources of one library or test program, some at a time; those with flags of their own stay alone.
function(jounce_unity target batch)
  if(JOUNCE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  endif()
endfunction()

include(precompiled)

function(jounce_cold target)
  target_compile_options(${target} PRIVATE ${JOUNCE_COLD})
  jounce_precompile(${target} jounce_cold_headers)
  jounce_unity(${target} 20)
endfunction()

# Of an inline function or template that many sources instantiate, a program keeps the copy that the
# linker meets first. So optimized libraries stand, as a whole, before all other objects: their
# options go on to whatever links them, and options precede objects.
function(jounce_hot target)
  target_link_options(${target} INTERFACE
    "LINKER:--whole-archive,$<TARGET_FILE:${target}>,--no-whole-archive")
  if(TARGET jounce_solve)  # Rooms come bottom up: this one stands on the engine, or is it.
    jounce_precompile(${target} jounce_engine_headers)
  else()
    jounce_precompile(${target} jounce_room_headers)
  endif()
  jounce_unity(${target} 12)
endfunction()

function(jounce_room name)
  cmake_parse_arguments(ROOM "PARSES" "" "SOURCES;COLD_SOURCES;TESTS;LONG_TESTS;DEPENDS;TEST_DEPENDS" ${ARGN})
  if(NOT ROOM_SOURCES AND NOT ROOM_COLD_SOURCES)
    add_library(jounce_${name} INTERFACE)
    add_library(jounce::${name} ALIAS jounce_${name})
    target_link_libraries(jounce_${name} INTERFACE jounce::options ${ROOM_DEPENDS})
    return()
  endif()
  set(parts jounce_${name})
  if(ROOM_SOURCES AND ROOM_COLD_SOURCES)
    set(parts jounce_${name}_hot jounce_${name})
    add_library(jounce_${name}_hot STATIC ${ROOM_SOURCES})
    add_library(jounce_${name} STATIC ${ROOM_COLD_SOURCES})
    target_link_libraries(jounce_${name} PUBLIC jounce_${name}_hot)
    jounce_hot(jounce_${name}_hot)
    jounce_cold(jounce_${name})
  elseif(ROOM_SOURCES)
    add_library(jounce_${name} STATIC ${ROOM_SOURCES})
    jounce_hot(jounce_${name})
  else()
    add_library(jounce_${name} STATIC ${ROOM_COLD_SOURCES})
    jounce_cold(jounce_${name})
  endif()
  add_library(jounce::${name} ALIAS jounce_${name})
  foreach(part ${parts})
    set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    jounce_target_flags(${part})
    target_include_directories(${part} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${part} PUBLIC jounce::options ${ROOM_DEPENDS})
    if(ROOM_PARSES)
      target_compile_options(${part} PRIVATE ${JOUNCE_FUZZ_COVERAGE})
    endif()
  endforeach()
  if(JOUNCE_TESTS AND ROOM_TESTS)
    jounce_test(${name}_test SOURCES ${ROOM_TESTS} LONG_TESTS ${ROOM_LONG_TESTS}
                DEPENDS jounce::${name} ${ROOM_TEST_DEPENDS})
  endif()
endfunction()

# What programs of tests share: helpers that many of them need are compiled once.
function(jounce_test_flags target)
  jounce_target_flags(${target})
  target_compile_options(${target} PRIVATE ${JOUNCE_COLD})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${target} PRIVATE
    JOUNCE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" JOUNCE_BINARY_DIR="${PROJECT_BINARY_DIR}")
  jounce_unity(${target} 20)
  if(JOUNCE_TESTS)
    target_link_libraries(${target} PRIVATE GTest::gtest)
    if(TARGET jounce_solve)
      jounce_precompile(${target} jounce_engine_test_headers)
    else()
      jounce_precompile(${target} jounce_test_headers)
    endif()
  endif()
endfunction()

# jounce_test_helper(NAME SOURCES ... DEPENDS ...): a library for tests and benchmarks.
function(jounce_test_helper name)
  cmake_parse_arguments(HELPER "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${HELPER_SOURCES})
  jounce_test_flags(${name})
  target_link_libraries(${name} PUBLIC ${HELPER_DEPENDS})
endfunction()

# jounce_test(NAME SOURCES ... LONG_TESTS Suite.Case ... DEPENDS ...): a GoogleTest program.
# Tests see ../shared as JOUNCE_SHARED and skip, visibly, what they need of it where it is absent.
# Long ones repeat steps that others take, too; they carry the label `long` and are left out under
# the sanitizers. Programs of rooms that a change cannot reach can be left out, too.
set(JOUNCE_SKIP_TESTS "" CACHE STRING "Test programs not to build (tools/unreached_tests.py)")
function(jounce_test name)
  if(NOT JOUNCE_TESTS OR name IN_LIST JOUNCE_SKIP_TESTS)
    return()
  endif()
  cmake_parse_arguments(TEST "" "" "SOURCES;LONG_TESTS;DEPENDS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  jounce_test_flags(${name})
  target_link_libraries(${name} PRIVATE ${TEST_DEPENDS} GTest::gtest_main)
  if(TEST_LONG_TESTS)
    list(JOIN TEST_LONG_TESTS ":" long)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_FILTER "-${long}"
                         PROPERTIES TIMEOUT 1200)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_FILTER "${long}"
                         PROPERTIES TIMEOUT 1200 LABELS long)
  else()
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 1200)
  endif()
endfunction()

# jounce_fuzz(NAME SOURCES ... DEPENDS ...): a libFuzzer program, built with the preset `asan`.
function(jounce_fuzz name)
  if(NOT JOUNCE_FUZZ)
    return()
  endif()
  cmake_parse_arguments(FUZZ "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${FUZZ_SOURCES})
  jounce_target_flags(${name})
  target_compile_options(${name} PRIVATE ${JOUNCE_FUZZ_COVERAGE})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name} PRIVATE ${FUZZ_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY JOUNCE_FUZZ_TARGETS ${name})
endfunction()
