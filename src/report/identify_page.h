// The page of an identification: how well the law fits, where it does not, and how far its
// parameters can be trusted.
#ifndef JOUNCE_REPORT_IDENTIFY_PAGE_H_
#define JOUNCE_REPORT_IDENTIFY_PAGE_H_

#include <string>
#include <vector>

#include "identify/identify.h"
#include "identify/superposition.h"
#include "report/page.h"

namespace jounce::report {

struct IdentifyPageInput {
  std::string title = {};
  std::vector<Fact> facts = {};
  const std::vector<identify::Series>* data = nullptr;  // prepared
  const identify::Identification* result = nullptr;
};

Page MakeIdentifyPage(const IdentifyPageInput& input);

struct DmaPageInput {
  std::string title = {};
  std::vector<Fact> facts = {};
  const std::vector<identify::ModulusPoint>* data = nullptr;
  const identify::ModulusFit* fit = nullptr;
  const identify::MasterCurve* curve = nullptr;  // may be null
  // What was swept, and how it is shown: SI times `scale`.
  std::string quantity = "modulus", unit = "MPa";
  double scale = 1e-6;
};

Page MakeDmaPage(const DmaPageInput& input);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_IDENTIFY_PAGE_H_
