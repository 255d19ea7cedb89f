// Divides a specification between its generated files and those of the files it includes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct Contents {
  // Definitions, constants and forward declarations in namespaces, in order.
  std::vector<const Declaration*> definitions;
  // Enums, bitmasks, bitsets, structs, unions, exceptions, interfaces, valuetypes and boxes. Nested ones are included,
  // and come before those around them.
  std::vector<const Declaration*> types;
  // The interfaces with stubs and skeletons.
  std::vector<const Interface*> interfaces;
  std::vector<const ValueType*> values;
  // All declarations that have a TypeCode, in order: the types, and aliases among them.
  std::vector<const Declaration*> typecodes;
  // Interfaces that are declared here and defined by another file, which includes this one.
  std::vector<const Declaration*> defined_elsewhere;
  // Interfaces of this file that an included one has declared forward.
  std::vector<const Declaration*> declared_elsewhere;
  // The included files that have generated files of their own, each once.
  std::vector<const Inclusion*> inclusions;
  // The inclusions whose headers come last: IDL files that include each other in a circle, and this one first.
  std::vector<const Inclusion*> late_inclusions;
  // The forward declarations of the circle's other files, if there is one: the order of the headers is not known.
  std::vector<const ForwardDeclaration*> declared_in_circle;
  // The files in which orb.idl has the parts that have generated files of their own (ir.idl, boxes.idl, services.idl),
  // by their names.
  std::map<FileId, std::string> orb_parts;
  // The other files with interfaces that have asynchronous calls.
  std::set<FileId> asynchronous_files;
};

// Returns the contents of the main file. A file that is included within a definition can't stand alone: it counts as
// part of the file that includes it.
Contents contents_of(const Specification& specification);

}  // namespace dimma::idl::cxx
