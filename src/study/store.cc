#include "study/store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/error.h"
#include "io/result_file.h"
#include "io/text_file.h"

namespace jounce::study {
namespace {

constexpr int kFormat = 1;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::string Quoted(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// A file that is gone differs from all that are there.
std::string HashOf(const std::string& file) {
  try {
    return Sha256(ReadTextFile(file));
  } catch (const FileError&) {
    return "gone";
  }
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

}  // namespace

// A prepared statement; values are bound and read in order.
class Store::Statement {
 public:
  Statement(Store* store, const std::string& sql) : store_(*store) {
    if (sqlite3_prepare_v2(store->database_, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) {
      store->Fail();
    }
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& Bind(const std::string& text) {
    Check(sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                            SQLITE_TRANSIENT));
    return *this;
  }
  Statement& Bind(const char* text) { return Bind(std::string(text)); }
  Statement& Bind(double number) {  // NaN becomes NULL
    Check(sqlite3_bind_double(statement_, ++bound_, number));
    return *this;
  }
  Statement& Bind(int number) {
    Check(sqlite3_bind_int(statement_, ++bound_, number));
    return *this;
  }
  Statement& Bind(const FactorValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return Bind(*text);
    return Bind(std::get<double>(value));
  }

  // The next row; false at the end.
  bool Step() {
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) store_.Fail();
    return code == SQLITE_ROW;
  }
  void Run() {
    Step();
    Check(sqlite3_reset(statement_));
    bound_ = 0;
  }

  bool IsNull(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  int Integer(int column) const { return sqlite3_column_int(statement_, column); }
  double Number(int column) const {
    return IsNull(column) ? kNone : sqlite3_column_double(statement_, column);
  }
  std::string Text(int column) const {
    const unsigned char* text = sqlite3_column_text(statement_, column);
    return text ? reinterpret_cast<const char*>(text) : "";
  }

 private:
  void Check(int code) {
    if (code != SQLITE_OK) store_.Fail();
  }

  Store& store_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

Store::Store(const std::string& path, Mode mode) : path_(path) {
  if (mode == Mode::kRead && !std::filesystem::exists(path)) {
    throw FileError(path, "there is no table of a study; `jounce study FILE` makes it");
  }
  const int flags =
      mode == Mode::kRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(path.c_str(), &database_, flags, nullptr) != SQLITE_OK) Fail();
  sqlite3_busy_timeout(database_, 30000);
  int format = 0;
  {
    Statement version(this, "PRAGMA user_version");
    if (version.Step()) format = version.Integer(0);
  }
  if (format == 0 && mode == Mode::kWrite) {
    Execute("BEGIN");
    Execute("CREATE TABLE filesets (fileset INTEGER PRIMARY KEY, files TEXT, hashes TEXT)");
    Execute(
        "CREATE TABLE results (key TEXT PRIMARY KEY, status TEXT, reason TEXT, fileset INTEGER) "
        "WITHOUT ROWID");
    Execute("CREATE TABLE columns (name TEXT, role TEXT, unit TEXT, is_text INTEGER)");
    Execute(fmt::format("PRAGMA user_version = {}", kFormat));
    Execute("COMMIT");
  } else if (format != kFormat) {
    sqlite3_close(database_);
    database_ = nullptr;
    throw FileError(path, "it is no table of a study, or one of another version");
  }
}

Store::~Store() { sqlite3_close(database_); }

void Store::Fail() {
  const int code = database_ ? sqlite3_errcode(database_) : SQLITE_NOMEM;
  std::string reason = database_ ? sqlite3_errmsg(database_) : "out of memory";
  if (code == SQLITE_FULL || code == SQLITE_IOERR) {
    reason += "; what was written before is kept: make room and run the study again";
  } else if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
    reason += "; it is damaged: remove it and run the study again";
  }
  if (database_) sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  sqlite3_close_v2(database_);
  database_ = nullptr;
  throw FileError(path_, reason);
}

void Store::Execute(const std::string& sql) {
  if (sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) Fail();
}

void Store::SetPlan(const Study& study, const std::vector<Run>& runs) {
  const std::vector<TableColumn> inputs = InputColumns(study);
  outputs_.clear();
  for (const Output& output : study.outputs) outputs_.push_back(output.name);
  std::vector<std::string> there;
  {
    Statement known(this, "PRAGMA table_info(results)");
    while (known.Step()) there.push_back(known.Text(1));
  }
  std::map<std::string, std::string> units;  // that runs have told before
  for (const TableColumn& output : ReadColumns("output")) units[output.name] = output.unit;
  Execute("BEGIN IMMEDIATE");
  std::string select = "SELECT plan.run AS run", declare, marks = "?, ?";
  for (const TableColumn& input : inputs) {
    select += ", plan." + Quoted(input.name) + " AS " + Quoted(input.name);
    declare += ", " + Quoted(input.name) + (input.is_text ? " TEXT" : " REAL");
    marks += ", ?";
  }
  select += ", results.status AS status, results.reason AS reason";
  Execute("DELETE FROM columns");
  Statement column(this, "INSERT INTO columns VALUES (?, ?, ?, ?)");
  for (const TableColumn& input : inputs) {
    column.Bind(input.name).Bind("input").Bind(input.unit).Bind(input.is_text ? 1 : 0).Run();
  }
  for (const std::string& output : outputs_) {
    // Names of outputs have a prefix of their own among status and reason.
    const std::string name = "out_" + output;
    if (std::find(there.begin(), there.end(), name) == there.end()) {
      Execute("ALTER TABLE results ADD COLUMN " + Quoted(name) + " REAL");
    }
    select += ", results." + Quoted(name) + " AS " + Quoted(output);
    column.Bind(output).Bind("output").Bind(units[output]).Bind(0).Run();
  }
  Execute("DROP VIEW IF EXISTS study");
  Execute("DROP TABLE IF EXISTS plan");
  Execute("CREATE TABLE plan (run INTEGER PRIMARY KEY, key TEXT" + declare + ")");
  Execute("CREATE VIEW study AS " + select +
          " FROM plan LEFT JOIN results ON plan.key = results.key ORDER BY plan.run");
  Statement insert(this, "INSERT INTO plan VALUES (" + marks + ")");
  for (size_t i = 0; i < runs.size(); ++i) {
    insert.Bind(static_cast<int>(i) + 1).Bind(runs[i].key);
    for (const FactorValue& value : runs[i].values) insert.Bind(value);
    insert.Run();
  }
  Execute("COMMIT");
  has_units_ = false;
}

std::map<std::string, Outcome> Store::Known() {
  // Which sets of files are still what they were?
  std::map<int, bool> holds;
  std::map<int, std::vector<std::string>> files_of;
  {
    Statement sets(this, "SELECT fileset, files, hashes FROM filesets");
    while (sets.Step()) {
      const std::vector<std::string> files = Lines(sets.Text(1)), hashes = Lines(sets.Text(2));
      bool same = files.size() == hashes.size();
      for (size_t i = 0; same && i < files.size(); ++i) {
        const auto [hash, is_new] = hashes_.try_emplace(files[i]);
        if (is_new) hash->second = HashOf(files[i]);
        same = hash->second == hashes[i];
      }
      holds[sets.Integer(0)] = same;
      files_of[sets.Integer(0)] = files;
      if (same) filesets_[sets.Text(1)] = sets.Integer(0);
    }
  }
  std::string select = "SELECT key, status, reason, fileset";
  for (const std::string& output : outputs_) select += ", " + Quoted("out_" + output);
  Statement results(this, select + " FROM results");
  std::map<std::string, Outcome> known;
  while (results.Step()) {
    const std::optional<RunState> state = RunStateOf(results.Text(1));
    const int fileset = results.Integer(3);
    if (!state || !holds[fileset]) continue;
    Outcome outcome{.key = results.Text(0), .state = *state, .reason = results.Text(2)};
    outcome.files = files_of[fileset];
    for (int i = 0; outcome.state == RunState::kDone && i < static_cast<int>(outputs_.size());
         ++i) {
      outcome.outputs.push_back(results.Number(4 + i));
    }
    known.emplace(outcome.key, std::move(outcome));
  }
  return known;
}

int Store::FilesetOf(const std::vector<std::string>& files) {
  std::string paths, hashes;
  for (const std::string& file : files) {
    const auto [hash, is_new] = hashes_.try_emplace(file);
    if (is_new) hash->second = HashOf(file);
    paths += file + "\n";
    hashes += hash->second + "\n";
  }
  const auto known = filesets_.find(paths);
  if (known != filesets_.end()) return known->second;
  Statement insert(this, "INSERT INTO filesets (files, hashes) VALUES (?, ?)");
  insert.Bind(paths).Bind(hashes).Run();
  return filesets_[paths] = static_cast<int>(sqlite3_last_insert_rowid(database_));
}

void Store::SetUnits(const std::vector<std::string>& units) {
  Statement update(this, "UPDATE columns SET unit = ? WHERE name = ? AND role = 'output'");
  for (size_t i = 0; i < std::min(units.size(), outputs_.size()); ++i) {
    update.Bind(units[i]).Bind(outputs_[i]).Run();
  }
}

void Store::Add(const std::vector<Outcome>& outcomes) {
  if (outcomes.empty()) return;
  Execute("BEGIN IMMEDIATE");
  std::string names = "key, status, reason, fileset", marks = "?, ?, ?, ?";
  for (const std::string& output : outputs_) {
    names += ", " + Quoted("out_" + output);
    marks += ", ?";
  }
  Statement insert(this, "INSERT OR REPLACE INTO results (" + names + ") VALUES (" + marks + ")");
  for (const Outcome& outcome : outcomes) {
    const int fileset = FilesetOf(outcome.files);
    insert.Bind(outcome.key).Bind(ToString(outcome.state)).Bind(outcome.reason).Bind(fileset);
    for (size_t i = 0; i < outputs_.size(); ++i) {
      insert.Bind(i < outcome.outputs.size() ? outcome.outputs[i] : kNone);
    }
    insert.Run();
    if (!has_units_ && outcome.state == RunState::kDone) {
      SetUnits(outcome.units);
      has_units_ = true;
    }
  }
  Execute("COMMIT");
}

std::vector<TableColumn> Store::ReadColumns(const std::string& role) {
  std::vector<TableColumn> columns;
  Statement select(this, "SELECT name, unit, is_text FROM columns WHERE role = ? ORDER BY rowid");
  select.Bind(role);
  while (select.Step()) {
    columns.push_back({select.Text(0), select.Text(1), select.Integer(2) != 0});
  }
  return columns;
}

StudyTable Store::Read() {
  StudyTable table{.inputs = ReadColumns("input"), .outputs = ReadColumns("output"), .rows = {}};
  Statement select(this, "SELECT study.*, plan.key FROM study JOIN plan ON study.run = plan.run");
  while (select.Step()) {
    StudyTable::Row& row = table.rows.emplace_back();
    int at = 0;
    row.run = select.Integer(at++);
    for (const TableColumn& input : table.inputs) {
      row.inputs.emplace_back(input.is_text ? FactorValue(select.Text(at))
                                            : FactorValue(select.Number(at)));
      ++at;
    }
    row.state = RunStateOf(select.Text(at++));
    row.reason = select.Text(at++);
    for (size_t i = 0; i < table.outputs.size(); ++i) row.outputs.push_back(select.Number(at++));
    row.key = select.Text(at);
  }
  return table;
}

}  // namespace jounce::study
