#include "report/page_json.h"

#include <algorithm>
#include <cmath>

#include "report/budget.h"
#include "report/decimate.h"
#include "report/scene_json.h"

namespace jounce::report {
namespace {

using nlohmann::json;

const char* ToString(Mark mark) {
  switch (mark) {
    case Mark::kGood:
      return "good";
    case Mark::kWarning:
      return "warning";
    case Mark::kBad:
      return "bad";
    case Mark::kNone:
      break;
  }
  return "";
}

const char* ToString(CurveStyle style) {
  switch (style) {
    case CurveStyle::kDashed:
      return "dashed";
    case CurveStyle::kPoints:
      return "points";
    case CurveStyle::kLineAndPoints:
      return "both";
    case CurveStyle::kLine:
      break;
  }
  return "line";
}

// JSON has no NaN or infinity: they become null.
json ToJson(const std::optional<double>& v) {
  return v && std::isfinite(*v) ? json(*v) : json(nullptr);
}

json ToJson(const Axis& axis) {
  return {{"title", axis.title},
          {"unit", axis.unit},
          {"log", axis.scale == Scale::kLog},
          {"min", ToJson(axis.min)},
          {"max", ToJson(axis.max)}};
}

json ToJson(const Note& note) {
  return {{"type", "note"}, {"text", note.text}, {"mark", ToString(note.mark)}};
}

// How much each curve and each scene of the page may ship.
struct Shares {
  std::size_t points = 0;
  std::size_t scene_bytes = 0;
};

Shares ShareOut(const Page& page) {
  std::vector<std::size_t> curve_sizes;
  std::size_t scenes = 0;
  for (const Section& section : page.sections) {
    for (const Item& item : section.items) {
      if (std::holds_alternative<Scene>(item)) ++scenes;
      const auto add = [&](const Plot& plot) {
        for (const Curve& curve : plot.curves) curve_sizes.push_back(curve.x.size());
      };
      if (const Plot* plot = std::get_if<Plot>(&item)) add(*plot);
      if (const ChannelBrowser* browser = std::get_if<ChannelBrowser>(&item)) {
        for (const BrowsedChannel& channel : browser->channels) {
          std::for_each(channel.plots.begin(), channel.plots.end(), add);
        }
      }
    }
  }
  const std::size_t cap = ShareCap(std::move(curve_sizes), kPagePoints);
  return {std::min(cap, kCurvePoints), kSceneBytes / std::max<std::size_t>(1, scenes)};
}

// Turns the items of a page into JSON one by one, and collects their blobs.
class Writer {
 public:
  explicit Writer(const Shares& shares) : shares_(shares) {}

  json operator()(const Plot& plot) {
    Blob blob;
    json out = ToJson(plot, &blob);
    out["blob"] = Keep(std::move(blob));
    return out;
  }

  // One blob for all, so that curves of several channels can stand in one plot.
  json operator()(const ChannelBrowser& browser) {
    Blob blob;
    json channels = json::array();
    for (const BrowsedChannel& channel : browser.channels) {
      json plots = json::array();
      for (const Plot& plot : channel.plots) {
        plots.push_back(ToJson(plot, &blob));
        plots.back()["blob"] = blobs_.size();
      }
      channels.push_back({{"name", channel.name},
                          {"group", channel.group},
                          {"summary", channel.summary},
                          {"mark", ToString(channel.mark)},
                          {"anchor", channel.anchor},
                          {"plots", std::move(plots)},
                          {"visible", channel.visible}});
    }
    Keep(std::move(blob));
    return {{"type", "browser"},
            {"title", browser.title},
            {"channels", std::move(channels)},
            {"note", browser.note}};
  }

  json operator()(const Table& table) {
    json columns = json::array();
    for (const Column& column : table.columns) {
      columns.push_back({{"title", column.title},
                         {"unit", column.unit},
                         {"right", column.align == Align::kRight},
                         {"digits", column.digits}});
    }
    json rows = json::array();
    for (const auto& row : table.rows) {
      json cells = json::array();
      for (const Cell& cell : row) cells.push_back(ToJson(cell));
      rows.push_back(std::move(cells));
    }
    return {{"type", "table"}, {"title", table.title}, {"columns", columns},
            {"rows", rows},    {"link", table.link},   {"note", table.note}};
  }

  json operator()(const Heatmap& map) {
    return {{"type", "heatmap"},
            {"title", map.title},
            {"x", report::ToJson(map.x)},
            {"y", report::ToJson(map.y)},
            {"xValues", map.x_values},
            {"yValues", map.y_values},
            {"values", map.values},
            {"valueTitle", map.value_title},
            {"valueUnit", map.value_unit},
            {"min", report::ToJson(map.min)},
            {"max", report::ToJson(map.max)},
            {"digits", map.digits},
            {"note", map.note}};
  }

  json operator()(const Scene& scene) {
    Blob blob;
    json out = SceneToJson(scene, shares_.scene_bytes, &blob);
    out["type"] = "scene";
    out["blob"] = Keep(std::move(blob));
    has_scene_ = true;
    return out;
  }

  json operator()(const Note& note) { return report::ToJson(note); }

  json operator()(const ParallelCoordinates& item) {
    json axes = json::array();
    for (const ParallelAxis& axis : item.axes) {
      axes.push_back({{"title", axis.title},
                      {"unit", axis.unit},
                      {"values", axis.values},
                      {"words", axis.words}});
    }
    return {{"type", "parallel"},  {"title", item.title}, {"axes", std::move(axes)},
            {"names", item.names}, {"links", item.links}, {"note", item.note}};
  }

  std::vector<Blob> TakeBlobs() { return std::move(blobs_); }
  bool has_scene() const { return has_scene_; }

 private:
  json ToJson(const Plot& plot, Blob* blob) const {
    json curves = json::array();
    for (const Curve& curve : plot.curves) curves.push_back(ToJson(curve, plot.x.scale, blob));
    json guides = json::array();
    for (const Guide& guide : plot.guides) {
      guides.push_back(
          {{"vertical", guide.vertical}, {"value", guide.value}, {"label", guide.label}});
    }
    return {{"type", "plot"},
            {"title", plot.title},
            {"x", report::ToJson(plot.x)},
            {"y", report::ToJson(plot.y)},
            {"curves", curves},
            {"guides", guides},
            {"link", plot.link},
            {"height", plot.height},
            {"note", plot.note}};
  }

  json ToJson(const Curve& curve, Scale x_scale, Blob* blob) const {
    const std::vector<std::size_t> kept = Decimate(curve.x, curve.y, x_scale, shares_.points);
    return {{"name", curve.name},
            {"style", ToString(curve.style)},
            {"group", curve.group},
            {"shade", report::ToJson(curve.shade)},
            {"visible", curve.visible},
            {"size", kept.size()},
            {"fullSize", curve.x.size()},
            {"ascending", IsAscending(curve.x)},
            {"x", blob->Add(curve.x, kept)},
            {"y", blob->Add(curve.y, kept)}};
  }

  // [value], [value, mark], [value, mark, anchor] or with a shade behind them, since tables are long and cells mostly plain.
  static json ToJson(const Cell& cell) {
    json out = json::array();
    std::visit([&](const auto& v) { out.push_back(v); }, cell.value);
    const bool shaded = cell.shade.has_value(), linked = !cell.anchor.empty() || shaded;
    if (cell.mark != Mark::kNone || linked) out.push_back(ToString(cell.mark));
    if (linked) out.push_back(cell.anchor);
    if (shaded) out.push_back(report::ToJson(cell.shade));
    return out;
  }

  std::size_t Keep(Blob blob) {
    blobs_.push_back(std::move(blob));
    return blobs_.size() - 1;
  }

  Shares shares_;
  std::vector<Blob> blobs_;
  bool has_scene_ = false;
};

}  // namespace

PageData ToPageData(const Page& page) {
  Writer writer(ShareOut(page));
  json facts = json::array();
  for (const Fact& fact : page.facts) {
    facts.push_back({{"name", fact.name}, {"value", fact.value}, {"mark", ToString(fact.mark)}});
  }
  json findings = json::array();
  for (const Note& finding : page.findings) findings.push_back(ToJson(finding));
  json sections = json::array();
  for (const Section& section : page.sections) {
    json items = json::array();
    for (const Item& item : section.items) items.push_back(std::visit(writer, item));
    sections.push_back({{"title", section.title},
                        {"text", section.text},
                        {"items", std::move(items)},
                        {"columns", std::clamp(section.columns, 1, 4)},
                        {"anchor", section.anchor},
                        {"open", section.open}});
  }
  PageData data;
  data.json = {{"title", page.title},
               {"subtitle", page.subtitle},
               {"findings", std::move(findings)},
               {"facts", std::move(facts)},
               {"sections", std::move(sections)}};
  data.has_scene = writer.has_scene();
  data.blobs = writer.TakeBlobs();
  return data;
}

}  // namespace jounce::report
