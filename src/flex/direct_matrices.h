// Stiffness and mass that another program made, put on the nodes of a mesh.
#ifndef JOUNCE_FLEX_DIRECT_MATRICES_H_
#define JOUNCE_FLEX_DIRECT_MATRICES_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "flex/mesh.h"
#include "flex/op4_reader.h"

namespace jounce::flex {

// A freedom that a row of a matrix stands for: index of a node and component.
struct MatrixFreedom {
  int node = 0;
  int component = 0;
};

enum class MatrixRole { kStiffness, kMass };

// Rows in the order of Nastran's sets: points by number, a node with six components, a scalar point
// with one.
std::vector<MatrixFreedom> GridOrder(const Mesh& mesh);

// CalculiX's list of rows (.dof): lines `node.direction`.
std::vector<MatrixFreedom> ReadCalculixRows(const std::string& text, const std::string& path,
                                            const Mesh& mesh, Diagnostics* diagnostics);

// CalculiX's matrix storage (.sti, .mas): lines `row column value`, one triangle.
NamedMatrix ReadCalculixMatrix(const std::string& text, const std::string& path,
                               Diagnostics* diagnostics);

// Nodes of a CalculiX input file (*NODE).
Mesh ReadCalculixNodes(const std::string& text, const std::string& path, Diagnostics* diagnostics);

// Entries on nodes, both triangles.
std::vector<DirectEntry> PlaceMatrix(const NamedMatrix& matrix,
                                     const std::vector<MatrixFreedom>& rows,
                                     const std::string& path, Diagnostics* diagnostics);

// The stiffness or mass among the matrices of an OUTPUT4 file, chosen by its name.
std::vector<DirectEntry> PlaceOp4(const std::vector<NamedMatrix>& matrices, MatrixRole role,
                                  const Mesh& mesh, const std::string& path,
                                  Diagnostics* diagnostics);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_DIRECT_MATRICES_H_
