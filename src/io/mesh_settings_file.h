// The material file of a Gmsh mesh: what its groups are made of and where it is held (YAML).
//
//   materials: {steel: {young: 210 GPa, poisson: 0.3, density: 7850 kg/m^3}}
//   groups: {arm: {material: steel}, flange: {material: steel, thickness: 2 mm}}
//   attachments: {bush: {group: eye}, ball: {group: seat, tie: mean}}
#ifndef JOUNCE_IO_MESH_SETTINGS_FILE_H_
#define JOUNCE_IO_MESH_SETTINGS_FILE_H_

#include <string>

#include "flex/gmsh_reader.h"

namespace jounce {

// Throws InputError with all mistakes, or FileError.
flex::MeshSettings LoadMeshSettings(const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_MESH_SETTINGS_FILE_H_
