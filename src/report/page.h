// A page: what a command shows of its results, as plain data, written as one self-contained HTML
// file that opens from disk, prints, and can be mailed. A page type (bench, identification, run,
// modes, compare, model) is a function that fills a Page; the drawing is done by the scripts in
// web/, which are embedded in the program.
//
// Everything here may come from a user's file: names and texts are shown as they are, never as
// HTML. Values are shown in the units they are given in: convert before filling (N/mm, deg), and
// say so.
#ifndef JOUNCE_REPORT_PAGE_H_
#define JOUNCE_REPORT_PAGE_H_

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "report/scene.h"

namespace jounce::report {

// Good or bad at a glance: shown by colour and by a sign, so that it is legible without colour.
enum class Mark { kNone, kGood, kWarning, kBad };

enum class Scale { kLinear, kLog };

struct Axis {
  std::string title = {};
  std::string unit = {};           // Empty for a pure number.
  Scale scale = Scale::kLinear;    // How it is shown first; the reader can toggle it.
  std::optional<double> min = {};  // Shown range; from the data if not given.
  std::optional<double> max = {};
};

enum class CurveStyle { kLine, kDashed, kPoints, kLineAndPoints };

// y over x, any order: a time history, a spectrum or a closed loop. NaN makes a gap. Curves that
// are too long to be shipped are decimated so that every peak stays, and the page says so.
struct Curve {
  std::string name = {};
  std::vector<double> x = {};
  std::vector<double> y = {};  // As long as x.
  CurveStyle style = CurveStyle::kLine;
  // Curves of one group share a colour: the measured and the computed loop of one test.
  std::string group = {};
  // Place 0..1 on a scale from light to dark instead of a colour of its own: families of curves, as
  // loops of growing amplitude.
  std::optional<double> shade = {};
  bool visible = true;  // Whether it is shown before the reader toggles it.
};

// A straight line across the plot with a label: a limit, a natural frequency.
struct Guide {
  bool vertical = false;  // At a value of x; otherwise at a value of y.
  double value = 0;
  std::string label = {};
};

struct Plot {
  std::string title = {};
  Axis x = {};
  Axis y = {};
  std::vector<Curve> curves = {};
  std::vector<Guide> guides = {};
  // Items of a page with the same non-empty link act together: plots share the range of x and the
  // cursor, a scene shows its time in them, the rows of a table choose the modes of a scene.
  std::string link = {};
  double height = 280;    // CSS pixels of the plotting area with its axes.
  std::string note = {};  // A sentence below the plot.
};

enum class Align { kLeft, kRight };

struct Column {
  std::string title = {};
  std::string unit = {};
  Align align = Align::kLeft;
  int digits = 4;  // Significant digits of its numbers.
};

// A text or a number; a NaN is shown as a dash.
struct Cell {
  std::variant<std::string, double> value = {};
  Mark mark = Mark::kNone;
  // If not empty: a link to the section with this anchor, or to a page beside this one (NAME.html).
  std::string anchor = {};
  // How bad it is, 0 to 1, as the darkness of its ground: a table of many rows is read at a glance.
  std::optional<double> shade = {};
};

struct Table {
  std::string title = {};
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};  // Each as long as columns.
  std::string link = {};                     // See Plot.
  std::string note = {};
};

// A value for each pair of x and y, as colours with numbers: error over amplitude and frequency.
struct Heatmap {
  std::string title = {};
  Axis x = {};  // Its ticks are x_values, evenly spaced; scale, min and max are not used.
  Axis y = {};
  std::vector<double> x_values = {};
  std::vector<double> y_values = {};
  // Row by row: values[iy * x_values.size() + ix]; NaN is left empty.
  std::vector<double> values = {};
  std::string value_title = {};
  std::string value_unit = {};
  std::optional<double> min = {};  // Range of colours; from the data if not given.
  std::optional<double> max = {};
  int digits = 3;
  std::string note = {};
};

// A remark that stands out by its mark (a warning of the solver), or a plain paragraph.
struct Note {
  std::string text = {};
  Mark mark = Mark::kNone;
};

// One of many channels: what it is called, what is told of it in a line, and its plots.
struct BrowsedChannel {
  std::string name = {};
  std::string group = {};    // Listed under this name; empty: at the top of the list.
  std::string summary = {};  // A line beside its name, as "peak 4.2 kN".
  Mark mark = Mark::kNone;
  std::string anchor = {};       // For links of cells: leads to this channel and shows it.
  std::vector<Plot> plots = {};  // Side by side: history, spectrum. Of each channel the same kinds.
  bool visible = false;          // Whether it is shown before the reader chooses.
};

// Many channels of which the reader chooses: a list with groups and a search beside the plots of those
// chosen, each for itself or laid over each other.
struct ChannelBrowser {
  std::string title = {};
  std::vector<BrowsedChannel> channels = {};
  std::string note = {};
};

// Many runs, each a line over parallel axes. The reader marks a range of an axis, and only the runs
// within all marked ranges stay; they are listed below, with links to their own pages.
struct ParallelAxis {
  std::string title = {};
  std::string unit = {};
  std::vector<double> values = {};      // One a run; NaN: it has none.
  std::vector<std::string> words = {};  // Where the values are numbers of words.
};

struct ParallelCoordinates {
  std::string title = {};
  std::vector<ParallelAxis> axes = {};
  std::vector<std::string> names = {};  // Of the runs.
  std::vector<std::string> links = {};  // Files beside the page; none, or one a run, "" for none.
  std::string note = {};
};

using Item = std::variant<Plot, Table, Heatmap, Scene, Note, ChannelBrowser, ParallelCoordinates>;

struct Section {
  std::string title = {};
  std::string text = {};  // A paragraph below the title; may be empty.
  std::vector<Item> items = {};
  int columns = 1;          // Items stand in a grid this wide (1 to 4) where the screen allows it.
  std::string anchor = {};  // For links of cells.
  bool open = true;         // Whether it is unfolded at first.
};

// Name and value below the title: file, date, version, number of bodies.
struct Fact {
  std::string name = {};
  std::string value = {};
  Mark mark = Mark::kNone;
};

struct Page {
  std::string title = {};
  std::string subtitle = {};
  // What the page found, in two to five sentences with their figures: they stand above all else.
  std::vector<Note> findings = {};
  std::vector<Fact> facts = {};
  std::vector<Section> sections = {};
};

// The HTML text of a page. Throws an InputError that names every item whose sizes do not agree (x
// and y of a curve, cells of a row, poses of a body).
std::string RenderPage(const Page& page);

// Writes the page under a temporary name in the same folder and renames it, so that a half-written
// page is never seen. Throws a FileError if the file cannot be written.
void WritePage(const Page& page, const std::string& path);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_PAGE_H_
