// What `jounce bench` writes for programs: JSON, CSV tables and an HDF5 result file.
#ifndef JOUNCE_CLI_BENCH_FILES_H_
#define JOUNCE_CLI_BENCH_FILES_H_

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/result_file.h"
#include "testbench/program.h"

namespace jounce {

// Properties of every loop, SI; relaxation, creep and history as columns.
nlohmann::json ToJson(const testbench::ProgramResult& result);

// One row per loop: test, amplitude, frequency, both stiffnesses and loss angles, energy.
std::string PropertiesCsv(const testbench::ProgramResult& result);

// All loops, one after the other: channels test (number of the loop), amplitude, frequency,
// displacement and force over the time in the loop.
void WriteLoops(const testbench::ProgramResult& result, const std::string& path,
                const ResultOrigin& origin);

}  // namespace jounce

#endif  // JOUNCE_CLI_BENCH_FILES_H_
