# Sequential MUMPS in double precision as the target MUMPS::dmumps_seq. Debian ships no CMake config.
find_path(MUMPS_INCLUDE_DIR dmumps_c.h)
find_library(MUMPS_dmumps_seq_LIBRARY dmumps_seq)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUMPS REQUIRED_VARS MUMPS_dmumps_seq_LIBRARY MUMPS_INCLUDE_DIR)
if(MUMPS_FOUND AND NOT TARGET MUMPS::dmumps_seq)
  add_library(MUMPS::dmumps_seq INTERFACE IMPORTED)
  target_include_directories(MUMPS::dmumps_seq SYSTEM INTERFACE ${MUMPS_INCLUDE_DIR})
  target_link_libraries(MUMPS::dmumps_seq INTERFACE ${MUMPS_dmumps_seq_LIBRARY})
endif()
