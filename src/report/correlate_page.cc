#include "report/correlate_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "report/compare_page.h"
#include "report/number_words.h"

namespace jounce::report {
namespace {

using correlate::ComparedItem;
using correlate::Correlated;
using correlate::FoundParameter;

constexpr size_t kMostTold = 3;  // parameters among the findings

std::string NameOf(const ComparedItem& item) {
  return fmt::format("{}: {}{}", item.event, item.name, item.held_out ? " (held out)" : "");
}

// Those that changed most first.
std::vector<const FoundParameter*> ByChange(const Correlated& outcome) {
  const auto change = [](const FoundParameter* p) {
    const double c = std::abs(std::log(p->value / p->before));
    return std::isfinite(c) ? c : 0;
  };
  std::vector<const FoundParameter*> order;
  for (const FoundParameter& p : outcome.parameters) order.push_back(&p);
  std::stable_sort(order.begin(), order.end(),
                   [&](const auto* a, const auto* b) { return change(a) > change(b); });
  return order;
}

// The root mean square of what is left, relative to that before, of items of one kind.
void AddWhatIsLeft(const Correlated& outcome, bool held_out, std::vector<Note>* findings) {
  double sum = 0;
  int count = 0;
  for (const ComparedItem& item : outcome.items) {
    if (item.held_out != held_out || !(item.rms_before > 0)) continue;
    const double ratio = item.rms_after / item.rms_before;
    sum += ratio * ratio;
    ++count;
  }
  if (count == 0) return;
  const double left = std::sqrt(sum / count);
  findings->push_back(
      {fmt::format("The error of {} {} is {:.3g} % of what it was, in the root mean square.", count,
                   held_out ? "items that were held out" : "measured items", 100 * left),
       left < 1 ? Mark::kGood : Mark::kWarning});
}

std::vector<Note> FindingsOf(const Correlated& outcome) {
  std::vector<Note> findings;
  if (!outcome.ok || !outcome.converged) {
    findings.push_back({outcome.reason.empty() ? "The search did not converge." : outcome.reason,
                        outcome.ok ? Mark::kWarning : Mark::kBad});
  }
  AddWhatIsLeft(outcome, false, &findings);
  AddWhatIsLeft(outcome, true, &findings);
  std::string found, unknown;
  size_t told = 0;
  for (const FoundParameter* p : ByChange(outcome)) {
    if (!p->determined) {
      unknown += (unknown.empty() ? "" : ", ") + p->name;
    } else if (told++ < kMostTold) {
      found += fmt::format("{}{} from {} to {} ({} to {})", found.empty() ? "" : ", ", p->name,
                           Readable(p->before), WithUnit(p->value, p->unit), Readable(p->lower),
                           Readable(p->upper));
    }
  }
  if (!found.empty()) {
    findings.push_back({fmt::format("Changed most, with 95 % intervals: {}.", found)});
  }
  if (!unknown.empty()) {
    findings.push_back({fmt::format("Not determined by these data: {}.", unknown), Mark::kWarning});
  }
  return findings;
}

Column Number(const std::string& title) { return {.title = title, .align = Align::kRight}; }

Table ParameterTable(const Correlated& outcome) {
  Table table{.title = "Numbers of the model",
              .columns = {{.title = "Name"},
                          Number("Before"),
                          Number("Found"),
                          Number("95 % from"),
                          Number("to"),
                          {.title = "Unit"},
                          {.title = "State"}}};
  for (const FoundParameter& p : outcome.parameters) {
    const char* state = !p.determined ? "not determined" : p.at_bound ? "at its bound" : "";
    table.rows.push_back(
        {{.value = p.name},
         {.value = p.before},
         {.value = p.value},
         {.value = p.lower},
         {.value = p.upper},
         {.value = WrittenUnit(p.unit)},
         {.value = std::string(state), .mark = *state ? Mark::kWarning : Mark::kNone}});
  }
  return table;
}

// What is no history: loads at rest, frequencies.
Table ValueTable(const Correlated& outcome) {
  Table table{.title = "Measured, before and after",
              .columns = {{.title = "Item"},
                          Number("Measured"),
                          Number("Before"),
                          Number("After"),
                          {.title = "Unit"}}};
  for (const ComparedItem& item : outcome.items) {
    if (item.is_history) continue;
    table.rows.push_back({{.value = NameOf(item)},
                          {.value = item.measured},
                          {.value = item.before},
                          {.value = item.after},
                          {.value = WrittenUnit(item.unit)}});
  }
  return table;
}

ComparePageInput HistoriesOf(const Correlated& outcome, const std::string& plan) {
  ComparePageInput input;
  input.reference = {"measured", plan};
  input.sets = {{"before", plan}, {"after", plan}};
  for (const ComparedItem& item : outcome.items) {
    if (!item.is_history) continue;
    for (size_t set = 0; set < 2; ++set) {
      ComparedChannel channel{set == 0 ? item.history_before : item.history_after, set};
      channel.values.measured_name = NameOf(item);
      input.channels.push_back(std::move(channel));
    }
  }
  return input;
}

}  // namespace

Page MakeCorrelatePage(const Correlated& outcome, const std::string& plan) {
  Page page{.title = std::filesystem::path(plan).stem().string(),
            .subtitle = "Numbers of a model from what was measured",
            .findings = FindingsOf(outcome)};
  Section found{.title = "What was found", .items = {ParameterTable(outcome)}, .anchor = "found"};
  Table values = ValueTable(outcome);
  if (!values.rows.empty()) found.items.push_back(std::move(values));
  page.sections.push_back(std::move(found));
  const ComparePageInput histories = HistoriesOf(outcome, plan);
  if (histories.channels.empty()) return page;
  Page compared = MakeComparePage(histories);
  page.findings.insert(page.findings.end(), compared.findings.begin(), compared.findings.end());
  for (Section& section : compared.sections) page.sections.push_back(std::move(section));
  return page;
}

}  // namespace jounce::report
