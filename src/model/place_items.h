// The items of a model as a placement leaves them; names stay. Each function throws InputError
// where an orientation makes no sense or a thing has no image.
#ifndef JOUNCE_MODEL_PLACE_ITEMS_H_
#define JOUNCE_MODEL_PLACE_ITEMS_H_

#include "model/placement.h"

namespace jounce {

void PlaceItem(const Placement& placement, Body* body);
void PlaceDrawing(const Placement& placement, std::vector<DrawnShape>* drawing);
// A frame on the ground, and one on a body.
void PlaceGroundFrame(const Placement& placement, Frame* frame);
void PlaceItem(const Placement& placement, Frame* frame);
void PlaceItem(const Placement& placement, Joint* joint);
void PlaceItem(const Placement& placement, Motion* motion);
void PlaceItem(const Placement& placement, Coupler* coupler);
void PlaceItem(const Placement& placement, Connection* connection);
void PlaceItem(const Placement& placement, Beam* beam);
void PlaceItem(const Placement& placement, Load* load);
void PlaceItem(const Placement& placement, ElementItem* element);
// A scalar is its own image; the sensors that it knows are not (flatten.cc).
inline void PlaceItem(const Placement& /*placement*/, Signal* /*signal*/) {}
void PlaceItem(const Placement& placement, Sensor* sensor);
// What a channel of a sensor becomes when all of `model`, the sensor included, is placed: 1 or -1
// times its value; 0 where that cannot be said.
double SignOfChannel(const Placement& placement, const Model& model, const Sensor& sensor,
                     int channel);

}  // namespace jounce

#endif  // JOUNCE_MODEL_PLACE_ITEMS_H_
