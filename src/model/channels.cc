#include "model/channels.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>

#include "base/names.h"
#include "math/units.h"

namespace jounce {
namespace {

// What the one `*` of a pattern stands for in a name; the empty text where there is no `*` and both
// are the same.
std::optional<std::string> Match(const std::string& pattern, const std::string& name) {
  const size_t star = pattern.find('*');
  if (star == std::string::npos) {
    return pattern == name ? std::optional<std::string>("") : std::nullopt;
  }
  const std::string before = pattern.substr(0, star), after = pattern.substr(star + 1);
  const bool fits = name.size() >= before.size() + after.size() && name.starts_with(before) &&
                    name.ends_with(after);
  if (!fits) return std::nullopt;
  return name.substr(star, name.size() - before.size() - after.size());
}

std::string WithStar(const std::string& pattern, const std::string& star) {
  std::string name = pattern;
  const size_t at = name.find('*');
  return at == std::string::npos ? name : name.replace(at, 1, star);
}

class Chooser {
 public:
  Chooser(const std::vector<ProbeChannel>& all, Diagnostics* out) : all_(all), out_(out) {}

  void Add(const ChannelChoice& choice) {
    failed_ = false;
    const std::string& from = choice.from.empty() ? choice.name : choice.from;
    if (from.find('*') != from.rfind('*') || choice.name.find('*') != choice.name.rfind('*')) {
      return Error(choice, "more than one `*`", "one in the name and one in `from`");
    }
    if (!std::isfinite(choice.scale) || choice.scale == 0) {
      return Error(choice, fmt::format("scale {} is 0 or not finite", choice.scale));
    }
    const size_t before = chosen_.size();
    for (size_t i = 0; i < all_.size(); ++i) {
      if (const auto star = Match(from, all_[i].name)) AddOne(choice, *star, static_cast<int>(i));
    }
    if (chosen_.size() == before && !failed_) {
      std::vector<std::string> known;
      for (const ProbeChannel& channel : all_) known.push_back(channel.name);
      Error(choice, fmt::format("no sensor has a channel '{}'", from), SuggestName(from, known));
    }
  }

  std::vector<ChosenChannel> Take() { return std::move(chosen_); }

 private:
  void Error(const ChannelChoice& choice, const std::string& message,
             const std::string& remedy = "") {
    out_->Error(choice.place, fmt::format("channel '{}': {}", choice.name, message), remedy);
    failed_ = true;
  }

  void AddOne(const ChannelChoice& choice, const std::string& star, int source) {
    if (failed_) return;
    ChosenChannel one{source, choice.scale, all_[source]};
    one.channel.name = WithStar(choice.name, star);
    if (!choice.description.empty()) one.channel.description = choice.description;
    if (!names_.insert(one.channel.name).second) {
      return Error(choice, fmt::format("the name '{}' is used twice", one.channel.name),
                   "where `from` names several channels, put a `*` into the name as well");
    }
    if (!choice.unit.empty() && !SetUnit(choice, &one)) return;
    chosen_.push_back(std::move(one));
  }

  bool SetUnit(const ChannelChoice& choice, ChosenChannel* one) {
    try {
      const Unit own = ParseUnit(one->channel.unit), wanted = ParseUnit(choice.unit);
      if (!(own.dimension == wanted.dimension) || wanted.offset != 0) {
        Error(choice, fmt::format("'{}' is no unit of [{}]", choice.unit, one->channel.unit),
              "the dimension of a channel is that of its sensor; `scale` changes its size only");
        return false;
      }
      one->factor *= own.scale / wanted.scale;
    } catch (const InputError& error) {
      const Diagnostic& d = error.diagnostics().front();
      Error(choice, d.message, d.remedy);
      return false;
    }
    one->channel.unit = choice.unit;
    return true;
  }

  const std::vector<ProbeChannel>& all_;
  Diagnostics* out_;
  std::vector<ChosenChannel> chosen_;
  std::set<std::string> names_;
  bool failed_ = false;
};

}  // namespace

std::vector<ChosenChannel> ChooseChannels(const ChannelSettings& settings,
                                          const std::vector<ProbeChannel>& all) {
  Diagnostics diagnostics;
  if (settings.rate && !(*settings.rate > 0 && std::isfinite(*settings.rate))) {
    diagnostics.Error(settings.place,
                      fmt::format("channels: a rate of {} Hz is none", *settings.rate),
                      "more than 0");
  }
  Chooser chooser(all, &diagnostics);
  ChannelChoice everything;
  everything.name = "*";
  if (settings.list.empty() && !all.empty()) chooser.Add(everything);
  for (const ChannelChoice& choice : settings.list) chooser.Add(choice);
  diagnostics.ThrowIfErrors();
  return chooser.Take();
}

}  // namespace jounce
