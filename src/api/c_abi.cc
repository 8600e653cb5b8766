#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "jounce/jounce.h"
#include "jounce/jounce_c.h"

using jounce::api::Model;
using jounce::api::Simulation;
using jounce::api::Start;

struct jounce_simulation {
  Simulation simulation;
  std::vector<std::string> warnings;
};

namespace {

std::string& LastError() {
  thread_local std::string text;
  return text;
}

int Fail(int status, const char* text) noexcept {
  try {
    LastError() = text;
  } catch (...) {
    LastError().clear();  // no memory for the reason; the status says that there is one
  }
  return status;
}

// Runs the function and turns what it throws into a status.
template <class Function>
int Status(const Function& function) noexcept {
  try {
    function();
    return JOUNCE_DONE;
  } catch (const jounce::api::InputError& error) {
    return Fail(JOUNCE_INPUT_WRONG, error.what());
  } catch (const std::invalid_argument& error) {
    return Fail(JOUNCE_INPUT_WRONG, error.what());
  } catch (const jounce::api::FileError& error) {
    return Fail(JOUNCE_FILE_FAILED, error.what());
  } catch (const std::bad_alloc&) {
    return Fail(JOUNCE_RUN_FAILED, "there is not enough memory for this");
  } catch (const std::exception& error) {
    return Fail(JOUNCE_RUN_FAILED, error.what());
  }
}

std::vector<jounce::api::Setting> ToSettings(const char* const* settings, int count) {
  std::vector<jounce::api::Setting> values;
  for (int i = 0; i < count; ++i) {
    const std::string text = settings[i];
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw std::invalid_argument(fmt::format("'{}' is not name=value", text));
    }
    values.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return values;
}

jounce_simulation* Create(const Model& model, Start start) {
  auto* made = new jounce_simulation{Simulation(model, start), {}};
  for (const auto& finding : model.warnings()) made->warnings.push_back(finding.text);
  for (const std::string& text : made->simulation.warnings()) made->warnings.push_back(text);
  return made;
}

// The entry of this number, or null.
template <class T>
const T* At(const std::vector<T>& list, int index) {
  return index >= 0 && static_cast<size_t>(index) < list.size() ? &list[index] : nullptr;
}

}  // namespace

int jounce_abi_version(void) { return JOUNCE_ABI_VERSION; }
const char* jounce_version(void) { return jounce::api::Version(); }
const char* jounce_last_error(void) { return LastError().c_str(); }

jounce_simulation* jounce_create(const char* model_path, const char* const* settings, int count,
                                 int flags) {
  jounce_simulation* made = nullptr;
  Status([&] {
    if ((flags & ~JOUNCE_FROM_EQUILIBRIUM) != 0) {
      throw std::invalid_argument(fmt::format("there are no flags {}", flags));
    }
    made = Create(Model::Load(model_path, ToSettings(settings, count)),
                  flags & JOUNCE_FROM_EQUILIBRIUM ? Start::kEquilibrium : Start::kAsPlaced);
  });
  return made;
}

void jounce_destroy(jounce_simulation* simulation) { delete simulation; }

double jounce_time(const jounce_simulation* simulation) { return simulation->simulation.time(); }

int jounce_advance_to(jounce_simulation* simulation, double time) {
  return Status([&] { simulation->simulation.AdvanceTo(time); });
}

int jounce_set_input(jounce_simulation* simulation, const char* name, double value) {
  return Status([&] { simulation->simulation.SetInput(name, value); });
}

int jounce_input_count(const jounce_simulation* simulation) {
  return static_cast<int>(simulation->simulation.inputs().size());
}

const char* jounce_input_name(const jounce_simulation* simulation, int index) {
  const std::string* name = At(simulation->simulation.inputs(), index);
  return name ? name->c_str() : nullptr;
}

int jounce_save(const jounce_simulation* simulation, void* bytes, size_t* size) {
  return Status([&] {
    const std::vector<std::byte> saved = simulation->simulation.Save();
    if (bytes && *size < saved.size()) {
      throw std::invalid_argument(fmt::format("room for {} of {} bytes", *size, saved.size()));
    }
    if (bytes) std::copy(saved.begin(), saved.end(), static_cast<std::byte*>(bytes));
    *size = saved.size();
  });
}

int jounce_restore(jounce_simulation* simulation, const void* bytes, size_t size) {
  return Status([&] {
    simulation->simulation.Restore({static_cast<const std::byte*>(bytes), size});
  });
}

int jounce_output_count(const jounce_simulation* simulation) {
  return static_cast<int>(simulation->simulation.outputs().size());
}

const char* jounce_output_name(const jounce_simulation* simulation, int index) {
  const auto* channel = At(simulation->simulation.outputs(), index);
  return channel ? channel->name.c_str() : nullptr;
}

const char* jounce_output_unit(const jounce_simulation* simulation, int index) {
  const auto* channel = At(simulation->simulation.outputs(), index);
  return channel ? channel->unit.c_str() : nullptr;
}

int jounce_output(const jounce_simulation* simulation, const char* name, double* value) {
  return Status([&] { *value = simulation->simulation.Output(name); });
}

int jounce_outputs(const jounce_simulation* simulation, double* values, int count) {
  return Status([&] {
    if (count != jounce_output_count(simulation)) {
      throw std::invalid_argument(
          fmt::format("room for {} of {} outputs", count, jounce_output_count(simulation)));
    }
    const auto outputs = simulation->simulation.Outputs();
    std::copy(outputs.begin(), outputs.end(), values);
  });
}

int jounce_warning_count(const jounce_simulation* simulation) {
  return static_cast<int>(simulation->warnings.size());
}

const char* jounce_warning(const jounce_simulation* simulation, int index) {
  const std::string* text = At(simulation->warnings, index);
  return text ? text->c_str() : nullptr;
}
