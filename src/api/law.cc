#include "jounce/law.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "api/guard.h"
#include "io/law_file.h"
#include "io/text_file.h"
#include "laws/make_law.h"

namespace jounce::api {
namespace {

void RequireSize(size_t size, int wanted, const char* what) {
  if (size == static_cast<size_t>(wanted)) return;
  throw std::invalid_argument(fmt::format("{} has {} entries, not {}", what, size, wanted));
}

}  // namespace

struct Law::Impl {
  LawSettings settings;
  std::unique_ptr<jounce::Law> law;
};

Law::Law(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Law::Law(const Law& other) = default;
Law& Law::operator=(const Law& other) = default;
Law::~Law() = default;

Law Law::Load(const std::string& path, const std::vector<Setting>& settings) {
  return GuardedFile([&] {
    Impl impl{LoadLaw(path, ToAssignments(settings)), nullptr};
    impl.law = MakeLaw(impl.settings);
    return Law(std::make_shared<const Impl>(std::move(impl)));
  });
}

Law Law::Parse(const std::string& text, const std::string& path,
               const std::vector<Setting>& settings) {
  return GuardedFile([&] {
    Impl impl{ParseLaw(text, path, ToAssignments(settings)), nullptr};
    impl.law = MakeLaw(impl.settings);
    return Law(std::make_shared<const Impl>(std::move(impl)));
  });
}

int Law::dimension() const { return impl_->law->dimension(); }
int Law::state_size() const { return impl_->law->state_size(); }

void Law::Start(std::span<const double> strain, std::span<double> state) const {
  RequireSize(strain.size(), dimension(), "the strain");
  RequireSize(state.size(), state_size(), "the state");
  impl_->law->Start(strain.data(), state.data());
}

void Law::Update(std::span<const double> strain, std::span<const double> rate, double h,
                 std::span<const double> state, std::span<double> next,
                 LawResponse* response) const {
  RequireSize(strain.size(), dimension(), "the strain");
  RequireSize(rate.size(), dimension(), "the rate");
  RequireSize(state.size(), state_size(), "the state");
  RequireSize(next.size(), state_size(), "the next state");
  jounce::LawResponse answer;
  impl_->law->Update({.strain = strain.data(), .rate = rate.data(), .h = h}, state.data(),
                     next.data(), &answer);
  const int n = dimension();
  std::copy_n(answer.force, n, response->force.begin());
  std::copy_n(answer.d_strain, n * n, response->d_strain.begin());
  std::copy_n(answer.d_rate, n * n, response->d_rate.begin());
  response->stored_energy = answer.stored_energy;
  response->dissipated_energy = answer.dissipated_energy;
}

std::vector<std::complex<double>> Law::ComplexStiffness(double omega,
                                                        std::span<const double> strain) const {
  RequireSize(strain.size(), dimension(), "the strain");
  std::vector<std::complex<double>> stiffness(static_cast<size_t>(dimension() * dimension()));
  Guarded([&] { impl_->law->ComplexStiffness(omega, strain.data(), stiffness.data()); });
  return stiffness;
}

std::string Law::Write() const {
  return Guarded([&] { return WriteLaw(impl_->settings, UnitSystem()); });
}

void Law::Save(const std::string& path) const {
  GuardedFile([&] { WriteTextFile(path, WriteLaw(impl_->settings, UnitSystem())); });
}

}  // namespace jounce::api
