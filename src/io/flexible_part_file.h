// Files of flexible parts: HDF5 that any tool reads with no help of ours, all in SI units.
//
//   /             attributes: format, format_version, name, source
//   /modes        frequency [n] Hz, damping [n], origin [n] text
//   /interfaces   name [k] text, id [k], position [k, 3], translation [k, 3, n], rotation [k, 3, n]
//   /inertia      i1 [1], i2 [3], i3 [3, n], i4 [3, n], i5 [n, 3, n], i6 [n, n], i7 [3, 3],
//                 i8 [n, 3, 3], i9 [n, n, 3, 3]: the invariants of model/flexible_part.h
//   /stiffening   [12, n, n], where there is geometric stiffening
//   /stress       element [s], node [s], surface [s] text, position [s, 3], stress [s, 6, n],
//                 young [s] Pa, poisson [s]
//   /surface      node [c], position [c, 3], translation [c, 3, n], stress_point [c],
//                 triangles [t, 3], triangle_stress [t] where there is stress at element centres
//
// Before the HDF5 content stands its checksum (part_hdf5.h). Datasets that would be empty are left
// out. The file is written beside its place and moved there when it is whole.
#ifndef JOUNCE_IO_FLEXIBLE_PART_FILE_H_
#define JOUNCE_IO_FLEXIBLE_PART_FILE_H_

#include <string>

#include "model/flexible_part.h"

namespace jounce {

// Throws FileError if it cannot be written; what stood there before is then untouched.
void WriteFlexiblePart(const std::string& path, const FlexiblePart& part);

// Throws FileError if it is not the file of a flexible part, or if anything in it does not fit.
FlexiblePart ReadFlexiblePart(const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_FLEXIBLE_PART_FILE_H_
