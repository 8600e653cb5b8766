// A tyre property file in words, for tests and benchmarks: plausible numbers of no real tyre.
#ifndef JOUNCE_TYRES_SMALL_TIR_FOR_TEST_H_
#define JOUNCE_TYRES_SMALL_TIR_FOR_TEST_H_

#include <string>

namespace jounce::testing {

// The parameters that every version needs, and some camber, shifts and combined slip.
inline std::string SmallTir(const std::string& model, const std::string& more = "") {
  return "[MODEL]\n" + model +
         "\nLONGVL = 16.7\n[DIMENSION]\nUNLOADED_RADIUS = 0.32 $ metres\nWIDTH = 0.2\n"
         "ASPECT_RATIO = 0.6\nRIM_RADIUS = 0.19\n"
         "[OPERATING_CONDITIONS]\nINFLPRES = 220000\nNOMPRES = 220000\n"
         "[VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 200000\n"
         "BREFF = 8\nDREFF = 0.25\nFREFF = 0.05\n"
         "[STRUCTURAL]\nLONGITUDINAL_STIFFNESS = 3.5e5\nLATERAL_STIFFNESS = 1.5e5\n"
         "[LONGITUDINAL_COEFFICIENTS]\nPCX1 = 1.6\nPDX1 = 1.1\nPDX2 = -0.1\nPEX1 = 0.3\n"
         "PKX1 = 22\nPKX2 = 0.5\nPKX3 = -0.2\nPHX1 = 1e-3\nPVX1 = 2e-3\n"
         "RBX1 = 12\nRBX2 = 9\nRBX3 = 0.4\nRCX1 = 1.05\nREX1 = 0.1\nRHX1 = 2e-3\n"
         "[LATERAL_COEFFICIENTS]\nPCY1 = 1.35\nPDY1 = 1.0\nPDY2 = -0.15\nPDY3 = 1.2\n"
         "PEY1 = -0.8\nPEY2 = -0.5\nPEY3 = 0.1\nPEY4 = -2\nPKY1 = -18\nPKY2 = 1.9\nPKY3 = 0.3\n"
         "PKY6 = -0.9\nPKY7 = -0.2\nPHY1 = 2e-3\nPHY3 = 0.03\nPVY1 = 0.01\nPVY3 = -0.3\n"
         "RBY1 = 10\nRBY2 = 8\nRBY3 = 0.01\nRCY1 = 1.05\nREY1 = 0.2\nRHY1 = 0.01\n"
         "RVY1 = 0.05\nRVY3 = -0.4\nRVY4 = 12\nRVY5 = 1.9\nRVY6 = -9\n"
         "[OVERTURNING_COEFFICIENTS]\nQSX1 = 1e-3\nQSX2 = 0.7\nQSX3 = 0.05\n"
         "[ROLLING_COEFFICIENTS]\nQSY1 = 0.01\nQSY2 = 0.02\nQSY3 = 1e-3\nQSY4 = 1e-4\n"
         "[ALIGNING_COEFFICIENTS]\nQBZ1 = 9\nQBZ2 = -1\nQBZ4 = 0.1\nQBZ5 = -0.3\nQBZ9 = 15\n"
         "QBZ10 = 0.1\nQCZ1 = 1.15\nQDZ1 = 0.11\nQDZ2 = -3e-3\nQDZ3 = 0.1\nQDZ4 = -1\nQDZ6 = "
         "-3e-3\n"
         "QDZ8 = -0.1\nQEZ1 = -2\nQEZ4 = 0.2\nQEZ5 = -1\nQHZ1 = 5e-3\nQHZ3 = 0.1\n"
         "SSZ1 = 0.02\nSSZ2 = 0.01\nSSZ3 = 0.5\n" +
         more;
}

}  // namespace jounce::testing

#endif  // JOUNCE_TYRES_SMALL_TIR_FOR_TEST_H_
