# KLU of SuiteSparse as the target KLU::klu. Debian ships no CMake config for it.
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
set(KLU_LIBRARIES "")
foreach(part klu btf amd colamd suitesparseconfig)
  find_library(KLU_${part}_LIBRARY ${part})
  list(APPEND KLU_LIBRARIES ${KLU_${part}_LIBRARY})
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KLU REQUIRED_VARS KLU_klu_LIBRARY KLU_btf_LIBRARY KLU_amd_LIBRARY
                                  KLU_colamd_LIBRARY KLU_suitesparseconfig_LIBRARY KLU_INCLUDE_DIR)
if(KLU_FOUND AND NOT TARGET KLU::klu)
  add_library(KLU::klu INTERFACE IMPORTED)
  target_include_directories(KLU::klu SYSTEM INTERFACE ${KLU_INCLUDE_DIR})
  target_link_libraries(KLU::klu INTERFACE ${KLU_LIBRARIES})
endif()
