#include "solve/compact_lu.h"

namespace jounce {

bool CompactLu::Factor(const std::vector<double>& values) {
  if (!lu_ || !Fits(values)) MakePattern(values);
  next_.clear();
  for (size_t i = 0; i < values.size(); ++i) {
    if (kept_[i]) next_.push_back(values[i]);
  }
  if (regular_ && next_ == entries_) return true;
  entries_.swap(next_);
  return regular_ = lu_->Factor(entries_);
}

bool CompactLu::Fits(const std::vector<double>& values) const {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] != 0 && !kept_[i]) return false;
  }
  return true;
}

void CompactLu::MakePattern(const std::vector<double>& values) {
  kept_.resize(values.size(), false);
  SparsePattern compact;
  compact.size = pattern_.size;
  compact.starts = {0};
  for (int column = 0; column < pattern_.size; ++column) {
    for (int i = pattern_.starts[column]; i < pattern_.starts[column + 1]; ++i) {
      const int row = pattern_.rows[i];
      // The diagonal is kept in any case; and what once was not zero may be so again.
      kept_[i] = kept_[i] || values[i] != 0 || row == column;
      if (kept_[i]) compact.rows.push_back(row);
    }
    compact.starts.push_back(static_cast<int>(compact.rows.size()));
  }
  lu_.emplace(compact);
  regular_ = false;
}

}  // namespace jounce
