// The mirror image of a law: what the same part does on the other side of a vehicle.
//
// In the axes of a mirrored connection some components of strain and force change their sign
// (model/placement.h says which). With S the diagonal matrix of these signs, the image of the law f
// is f'(e) = S f(S e), whatever f remembers. Most laws stay what they are, since they answer -e
// with -f; tables are read from the other end, matrices change the signs of what couples unlike
// components. A law that cannot be rewritten (a formula, a library) carries the signs as a
// modifier.
#ifndef JOUNCE_LAWS_MIRROR_LAW_H_
#define JOUNCE_LAWS_MIRROR_LAW_H_

#include <span>

#include "laws/law_settings.h"

namespace jounce {

// The image of `law` under `signs`, one entry (1 or -1) for each of its directions. The image of an
// image under the same signs is the law itself.
LawSettings MirrorLaw(const LawSettings& law, std::span<const double> signs);

}  // namespace jounce

#endif  // JOUNCE_LAWS_MIRROR_LAW_H_
