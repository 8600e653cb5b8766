#include "correlate/correlate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "correlate/event.h"
#include "correlate/spread.h"
#include "identify/bounded_fit.h"

namespace jounce::correlate {
namespace {

// What is known no better than this part of its prior is not known from the data.
constexpr double kOnlyPrior = 0.8;
// What is left of a channel is at least this part of it: numbers have no more digits.
constexpr double kLeastNoise = 1e-7;
// Where the noise of a channel is not known, what a model that is not yet right leaves of it.
constexpr double kFirstNoise = 0.1;
// A search ends where the cost changes by less than this part of it: one that is a start for another,
// and the last.
constexpr double kStart = 1e-3;
constexpr double kEnd = 1e-7;
constexpr double kAtBound = 1e-6;
constexpr double kStrong = 0.98;

double Rms(const std::vector<double>& a) {
  double sum = 0;
  for (double x : a) sum += x * x;
  return a.empty() ? 0 : std::sqrt(sum / static_cast<double>(a.size()));
}

std::vector<double> Difference(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> d(a.size());
  for (size_t i = 0; i < a.size(); ++i) d[i] = a[i] - b[i];
  return d;
}

class Search {
 public:
  Search(const Plan& plan, Progress* progress) : plan_(plan), progress_(progress) {
    for (const PlanEvent& event : plan.events) {
      events_.push_back(std::make_unique<Event>(plan, event));
      for (const MeasuredItem& item : events_.back()->items()) {
        // First by their own size; numbers with a deviation by that.
        noise_.push_back(item.deviation > 0 ? item.deviation
                                            : std::max(kFirstNoise * Rms(item.measured), 1e-300));
        knows_noise_ = knows_noise_ && (item.deviation > 0 || item.held_out);
        if (!item.held_out) rows_ += static_cast<int>(item.measured.size());
      }
    }
    if (rows_ == 0) {
      throw InputError("all that was measured is held out", "leave something to be fitted");
    }
    x_.assign(plan.parameters.size(), 0);
  }

  Correlated Find() {
    Correlated outcome;
    before_ = AskAll(x_, false);
    if (!Took(before_, &outcome)) return outcome;
    Minimize(knows_noise_ ? kEnd : kStart, &outcome);
    if (!knows_noise_ && outcome.ok) {
      WeighByWhatIsLeft();
      Minimize(kEnd, &outcome);
    }
    if (!outcome.ok) return outcome;
    const std::vector<Answer> after = AskAll(x_, true);
    if (!Took(after, &outcome)) return outcome;
    Judge(after, &outcome);
    Compare(after, &outcome);
    outcome.evaluations = evaluations_;
    outcome.warnings.insert(outcome.warnings.end(), warnings_.begin(), warnings_.end());
    return outcome;
  }

 private:
  static std::vector<double> FactorsAt(const std::vector<double>& x) {
    std::vector<double> factors;
    for (double each : x) factors.push_back(std::exp(each));
    return factors;
  }

  std::vector<Answer> AskAll(const std::vector<double>& x, bool wants_slopes) {
    std::vector<Answer> answers;
    for (const auto& event : events_) {
      answers.push_back(event->Ask(FactorsAt(x), wants_slopes));
      const std::string& warning = answers.back().warning;
      if (!warning.empty() &&
          std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end()) {
        warnings_.push_back(warning);
      }
    }
    ++evaluations_;
    return answers;
  }

  static bool Took(const std::vector<Answer>& answers, Correlated* outcome) {
    for (const Answer& answer : answers) {
      if (answer.ok) continue;
      outcome->ok = false;
      outcome->reason = answer.reason;
    }
    return outcome->ok;
  }

  int PriorRows() const {
    return static_cast<int>(
        std::count_if(plan_.parameters.begin(), plan_.parameters.end(),
                      [](const PlanParameter& parameter) { return parameter.prior > 0; }));
  }

  // Residuals and derivatives by x of all that is fitted, then of the priors.
  void Collect(const std::vector<Answer>& answers, const std::vector<double>& x,
               Eigen::VectorXd* residuals, Eigen::MatrixXd* jacobian) const {
    const auto count = static_cast<Eigen::Index>(x.size());
    const Eigen::Index rows = rows_ + PriorRows();
    residuals->setZero(rows);
    if (jacobian) jacobian->setZero(rows, count);
    Eigen::Index row = 0;
    size_t number = 0;
    for (size_t e = 0; e < events_.size(); ++e) {
      for (size_t i = 0; i < events_[e]->items().size(); ++i, ++number) {
        const MeasuredItem& item = events_[e]->items()[i];
        if (item.held_out) continue;
        const double scale = std::sqrt(item.weight) / noise_[number];
        for (size_t j = 0; j < item.measured.size(); ++j, ++row) {
          (*residuals)[row] = scale * (answers[e].simulated[i][j] - item.measured[j]);
          for (Eigen::Index k = 0; jacobian && k < count; ++k) {
            (*jacobian)(row, k) =
                scale * answers[e].slopes[i](static_cast<Eigen::Index>(j), k) * std::exp(x[k]);
          }
        }
      }
    }
    for (size_t k = 0; k < x.size(); ++k) {
      const double prior = plan_.parameters[k].prior;
      if (prior <= 0) continue;
      (*residuals)[row] = x[k] / prior;
      if (jacobian) (*jacobian)(row, static_cast<Eigen::Index>(k)) = 1 / prior;
      ++row;
    }
  }

  void Minimize(double cost_tolerance, Correlated* outcome) {
    identify::BoundedFitProblem problem;
    problem.evaluate = [&](const std::vector<double>& x, Eigen::VectorXd* residuals,
                           Eigen::MatrixXd* jacobian) {
      if (progress_ && progress_->StopRequested()) return false;
      if (progress_) {
        progress_->Update(evaluations_, 3.0 * plan_.most_iterations,
                          fmt::format("{} evaluations", evaluations_));
      }
      const std::vector<Answer> answers = AskAll(x, jacobian != nullptr);
      for (const Answer& answer : answers) {
        if (!answer.ok) return false;
      }
      Collect(answers, x, residuals, jacobian);
      return true;
    };
    problem.start = x_;
    for (const PlanParameter& parameter : plan_.parameters) {
      problem.lower.push_back(std::log(parameter.lower));
      problem.upper.push_back(std::log(parameter.upper));
    }
    problem.residuals = rows_ + PriorRows();
    problem.most_iterations = plan_.most_iterations;
    problem.cost_tolerance = cost_tolerance;
    const identify::BoundedFit fit = identify::FitWithinBounds(problem);
    x_ = fit.x;
    outcome->iterations += fit.iterations;
    outcome->converged = fit.converged;
    outcome->first_cost = fit.first_cost;
    outcome->cost = fit.cost;
    if (progress_ && progress_->StopRequested()) {
      outcome->ok = false;
      outcome->reason = "stopped by the user";
    }
    if (!fit.converged) warnings_.push_back("the search has not converged: " + fit.stopped);
  }

  void WeighByWhatIsLeft() {
    const std::vector<Answer> answers = AskAll(x_, false);
    size_t number = 0;
    for (size_t e = 0; e < events_.size(); ++e) {
      for (size_t i = 0; i < events_[e]->items().size(); ++i, ++number) {
        const MeasuredItem& item = events_[e]->items()[i];
        if (item.deviation > 0) continue;
        const double left = Rms(Difference(answers[e].simulated[i], item.measured));
        noise_[number] = std::max(left, kLeastNoise / kFirstNoise * noise_[number]);
      }
    }
  }

  // What the data say of the parameters.
  void Judge(const std::vector<Answer>& answers, Correlated* outcome) {
    Eigen::VectorXd residuals;
    Eigen::MatrixXd jacobian;
    Collect(answers, x_, &residuals, &jacobian);
    const auto count = static_cast<Eigen::Index>(x_.size());
    const Eigen::MatrixXd covariance = CovarianceOf(jacobian);
    const Eigen::VectorXd by_pieces = SpreadByPieces(jacobian, residuals, Pieces());
    outcome->correlation = covariance;
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index j = 0; j < count; ++j) {
        outcome->correlation(i, j) /= std::sqrt(covariance(i, i) * covariance(j, j));
        if (j < i && std::abs(outcome->correlation(i, j)) > kStrong) {
          warnings_.push_back(fmt::format(
              "the data hardly tell '{}' from '{}' (correlation {:.3f})",
              plan_.parameters[static_cast<size_t>(i)].name,
              plan_.parameters[static_cast<size_t>(j)].name, outcome->correlation(i, j)));
        }
      }
    }
    for (Eigen::Index k = 0; k < count; ++k) {
      Describe(k, std::max(std::sqrt(covariance(k, k)), by_pieces[k]), outcome);
    }
  }

  // Which part of its measurement a row of Collect() is.
  std::vector<int> Pieces() const {
    std::vector<int> pieces;
    for (const auto& event : events_) {
      for (const MeasuredItem& item : event->items()) {
        if (item.held_out) continue;
        const size_t rows = item.measured.size();
        for (size_t j = 0; j < rows; ++j) pieces.push_back(PieceOf(j, rows));
      }
    }
    pieces.resize(pieces.size() + static_cast<size_t>(PriorRows()), -1);
    return pieces;
  }

  void Describe(Eigen::Index number, double spread, Correlated* outcome) {
    const auto k = static_cast<size_t>(number);
    const PlanParameter& asked = plan_.parameters[k];
    const VariedParameter& parameter = events_[0]->model().parameters()[k];
    FoundParameter found{asked.name, asked.number, parameter.unit, parameter.value};
    found.value = parameter.value * std::exp(x_[k]);
    found.lower = found.value * std::exp(-kInterval * spread);
    found.upper = found.value * std::exp(kInterval * spread);
    if (found.value < 0) std::swap(found.lower, found.upper);
    found.spread = spread;
    found.determined = spread < kUnknown && !(asked.prior > 0 && spread > kOnlyPrior * asked.prior);
    found.at_bound =
        x_[k] < std::log(asked.lower) + kAtBound || x_[k] > std::log(asked.upper) - kAtBound;
    if (!found.determined) {
      warnings_.push_back(fmt::format("the data do not determine '{}'", asked.name));
    }
    if (found.at_bound) warnings_.push_back(fmt::format("'{}' is at its bound", asked.name));
    outcome->parameters.push_back(std::move(found));
  }

  void Compare(const std::vector<Answer>& after, Correlated* outcome) {
    for (size_t e = 0; e < events_.size(); ++e) {
      for (size_t i = 0; i < events_[e]->items().size(); ++i) {
        const MeasuredItem& item = events_[e]->items()[i];
        ComparedItem compared{events_[e]->name(), item.name, item.unit, item.held_out,
                              item.is_history};
        compared.rms_before = Rms(Difference(before_[e].simulated[i], item.measured));
        compared.rms_after = Rms(Difference(after[e].simulated[i], item.measured));
        if (item.is_history) {
          Channel simulated = item.history;
          simulated.samples = before_[e].histories[i];
          compared.history_before = jounce::Correlate(item.history, simulated);
          simulated.samples = after[e].histories[i];
          compared.history_after = jounce::Correlate(item.history, simulated);
        } else {
          compared.measured = item.measured[0];
          compared.before = before_[e].simulated[i][0];
          compared.after = after[e].simulated[i][0];
        }
        outcome->items.push_back(std::move(compared));
      }
      for (const std::string& file : events_[e]->model().loaded().files) {
        outcome->files.push_back(file);
      }
    }
  }

  const Plan& plan_;
  Progress* progress_;
  std::vector<std::unique_ptr<Event>> events_;
  std::vector<double> noise_;  // of each item of each event
  bool knows_noise_ = true;
  int rows_ = 0;
  std::vector<double> x_;
  std::vector<Answer> before_;
  int evaluations_ = 0;
  std::vector<std::string> warnings_;
};

}  // namespace

Correlated Correlate(const Plan& plan, Progress* progress) { return Search(plan, progress).Find(); }

}  // namespace jounce::correlate
