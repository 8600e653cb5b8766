#include "replicate/drive_items.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/names.h"
#include "io/signal_fields.h"
#include "signals/streamed_signal.h"
#include "solve/frequency_response.h"

namespace jounce {
namespace {

// The function of time that a name stands for; nothing where there is none.
struct Found {
  TimeFunctionSettings* function = nullptr;
  Signal* signal = nullptr;
  std::string unit = {};
  int integrations = 0;
};

Found Find(const std::string& name, Model* model) {
  for (Signal& signal : model->signals) {
    if (signal.name == name) return {&signal.function, &signal, signal.unit};
  }
  for (Load& load : model->loads) {
    if (load.name == name) {
      return {&load.function, nullptr, load.kind == LoadKind::kForce ? "N" : "N m"};
    }
  }
  for (Motion& motion : model->motions) {
    if (motion.name != name) continue;
    std::string unit = motion.kind == MotionKind::kTranslation ? "m" : "rad";
    const int rates = static_cast<int>(motion.quantity);
    if (rates > 0) unit += rates == 1 ? "/s" : "/s^2";
    return {&motion.function, nullptr, unit, rates};
  }
  for (Frame& frame : model->frames) {
    for (int i = 0; i < 6; ++i) {
      auto& function = frame.motion.functions[i];
      if (function && name == frame.name + "." + FrameMotion::kNames[i]) {
        return {&*function, nullptr, i < 3 ? "m" : "rad"};
      }
    }
  }
  return {};
}

// In the place of what the item was.
void Put(std::shared_ptr<const TimeFunctionSource> source, const DriveItem& item, Model* model) {
  const Found found = Find(item.name, model);
  if (found.signal) found.signal->input.reset();
  *found.function = {};
  found.function->source = std::move(source);
}

std::vector<std::string> KnownDrives(const Model& model) {
  std::vector<std::string> names = ResponseInputs(model);
  for (const Signal& signal : model.signals) {
    if (!signal.input && !signal.block && !UsesSignals(signal.function)) {
      names.push_back(signal.name);
    }
  }
  return names;
}

}  // namespace

std::vector<DriveItem> FindDrives(const Model& given, const std::vector<DriveSettings>& drives) {
  Model model = given;
  Diagnostics problems;
  std::vector<DriveItem> items;
  for (const DriveSettings& drive : drives) {
    DriveItem item{.name = drive.item.empty() ? drive.name : drive.item};
    const Found found = Find(item.name, &model);
    const bool twice = std::any_of(items.begin(), items.end(),
                                   [&](const DriveItem& other) { return other.name == item.name; });
    if (!found.function) {
      problems.Error(drive.place,
                     fmt::format("drive '{}': the model has no signal, load, motion or moving "
                                 "frame '{}'",
                                 drive.name, item.name),
                     SuggestName(item.name, KnownDrives(model)));
    } else if (twice) {
      problems.Error(drive.place, fmt::format("two drives are '{}'", item.name),
                     "one history drives an item");
    } else if ((found.signal && found.signal->block) || UsesSignals(*found.function)) {
      problems.Error(drive.place,
                     fmt::format("drive '{}': '{}' follows other signals", drive.name, item.name),
                     "drive a signal that is a number, a history or a formula of t alone");
    } else {
      item.unit = found.unit;
      item.integrations = found.integrations;
      item.at_rest = found.signal && found.signal->input
                         ? *found.signal->input
                         : MakeTimeFunction(*found.function)->Value(0);
    }
    items.push_back(item);
  }
  problems.ThrowIfErrors();
  return items;
}

void DriveBy(const Histories& histories, double rate, const std::vector<DriveItem>& items,
             Model* model) {
  std::vector<Channel> channels(histories.size());
  for (size_t i = 0; i < histories.size(); ++i) {
    channels[i].sample_rate = rate;
    channels[i].samples = histories[i];
  }
  const auto source = std::make_shared<MemorySource>(std::move(channels));
  for (size_t i = 0; i < items.size(); ++i) {
    Put(AsTimeFunctionSource(StreamedSignal(source, i, 1, items[i].at_rest, 0)), items[i], model);
  }
}

std::vector<std::shared_ptr<LiveDrive>> DriveLive(const std::vector<DriveItem>& items,
                                                  Model* model) {
  std::vector<std::shared_ptr<LiveDrive>> live;
  for (const DriveItem& item : items) {
    live.push_back(std::make_shared<LiveDrive>(item.at_rest));
    Put(AsTimeFunctionSource(live.back()), item, model);
  }
  return live;
}

void OpenInputs(const std::vector<DriveItem>& items, Model* model) {
  for (const DriveItem& item : items) {
    const Found found = Find(item.name, model);
    if (!found.signal) continue;
    *found.function = {};
    found.signal->input = item.at_rest;
  }
}

}  // namespace jounce
