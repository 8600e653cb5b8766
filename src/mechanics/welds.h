// Bodies that fixed joints weld together move as one, so they become one before anything is
// computed: fewer unknowns, no multipliers. What the welds carry is found afterwards from the
// balance of the parts behind them (weld_load.h).
//
// The merged body keeps the frame and the name of the first of its parts; the names of the others
// become frames on it. Ends on bodies that are gone become frames of their own, all others stay as
// they are. A weld stays a joint where one of its ends is on the ground, on a flexible body or one
// of its nodes, or on a node of a beam; so does one that closes a loop, which is redundant.
#ifndef JOUNCE_MECHANICS_WELDS_H_
#define JOUNCE_MECHANICS_WELDS_H_

#include <string>
#include <vector>

#include "model/model.h"

namespace jounce {

// Something that acts on bodies, by its number in the merged model.
struct ActingItem {
  enum Kind { kJoint, kMotion, kCoupler, kConnection, kLoad, kElement } kind;
  size_t index;
  int term = 0;  // of a coupler, or frame of an element
};

// A fixed joint that was merged away.
struct Weld {
  std::string name;
  Ends ends;                         // frames on the merged body
  Body behind;                       // all parts behind it as one, in the merged body's frame
  bool second_is_root_side = false;  // they hang on its first end, not on its second
  // The items that act on these parts from elsewhere, and with which end.
  struct Attached {
    size_t item;
    bool second;
  };
  std::vector<Attached> attached;
};

// Bodies that became one.
struct WeldedGroup {
  std::string body;                // the name of the whole: its first part
  std::vector<std::string> parts;  // the others
};

struct MergedModel {
  Model model;
  std::vector<WeldedGroup> groups;
  std::vector<Weld> welds;
  std::vector<ActingItem> items;  // those that a weld feels
};

// The model with welded bodies merged. `model` has passed CheckModel, its beams are expanded.
MergedModel MergeWelds(const Model& model);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_WELDS_H_
