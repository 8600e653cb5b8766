// The order of the unknowns of a system: six for each body, then scalar coordinates (the modes of
// flexible bodies, then the states of elements and of blocks), then multipliers. All but the last are motion.
#ifndef JOUNCE_MECHANICS_UNKNOWN_LAYOUT_H_
#define JOUNCE_MECHANICS_UNKNOWN_LAYOUT_H_

namespace jounce {

struct UnknownLayout {
  int bodies = 0, modes = 0, states = 0, multipliers = 0;  // how many there are

  int scalars() const { return modes + states; }
  int motion() const { return 6 * bodies + scalars(); }
  int size() const { return motion() + multipliers; }

  // Numbers of unknowns: the first of a body, a scalar coordinate as SystemState::modal counts
  // them, a state, a multiplier.
  int Body(int body) const { return 6 * body; }
  int Scalar(int scalar) const { return 6 * bodies + scalar; }
  int State(int state) const { return Scalar(modes + state); }
  int Multiplier(int multiplier) const { return motion() + multiplier; }

  // Whether an unknown is a rotation [rad].
  bool IsRotation(int unknown) const { return unknown < 6 * bodies && unknown % 6 >= 3; }
  bool IsState(int unknown) const { return unknown >= State(0) && unknown < motion(); }
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_UNKNOWN_LAYOUT_H_
