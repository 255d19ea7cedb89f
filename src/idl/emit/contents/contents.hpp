// Divides a specification into the definitions of the main file and those of the files that it includes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct Contents {
  // Definitions, constants and forward declarations in namespaces, in the order of the IDL.
  std::vector<const Declaration*> definitions;
  // Enums, bitmasks, bitsets, structs, unions, exceptions, interfaces, valuetypes and boxes. Nested types are included,
  // and precede the types that contain them.
  std::vector<const Declaration*> types;
  // The interfaces with stubs and skeletons.
  std::vector<const Interface*> interfaces;
  std::vector<const ValueType*> values;
  // All declarations that have a TypeCode, in the order of the IDL: the types, and aliases.
  std::vector<const Declaration*> typecodes;
  // Interfaces that this file declares forward, and that a file which includes this one defines.
  std::vector<const Declaration*> defined_elsewhere;
  // Interfaces of this file that an included file has declared forward.
  std::vector<const Declaration*> declared_elsewhere;
  // The included files that have generated files of their own, each once.
  std::vector<const Inclusion*> inclusions;
  // If IDL files include each other in a circle: the inclusions after all definitions. Their headers also come last.
  std::vector<const Inclusion*> late_inclusions;
  // If there is a circle of inclusions, the forward declarations of its other files: the order of the headers is
  // unknown.
  std::vector<const ForwardDeclaration*> declared_in_circle;
  // The included parts of orb.idl that have generated files of their own (ir.idl, boxes.idl, services.idl), with their
  // names.
  std::map<FileId, std::string> orb_parts;
  // The other files that have interfaces with asynchronous calls.
  std::set<FileId> asynchronous_files;
};

// Returns the contents of the main file. A file that is included within a definition cannot stand alone, so it counts
// as part of the file that includes it.
Contents contents_of(const Specification& specification);

}  // namespace dimma::idl::cxx
