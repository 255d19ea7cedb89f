// Divides a specification between its generated files and those of the files it includes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct Contents {
  // Definitions, constants and forward declarations that stand in a namespace, in order.
  std::vector<const Declaration*> definitions;
  // Enums, bitmasks, bitsets, structs, unions, exceptions, interfaces, valuetypes and boxes, those inside of others too
  // and before them.
  std::vector<const Declaration*> types;
  // Those with stubs and skeletons.
  std::vector<const Interface*> interfaces;
  std::vector<const ValueType*> values;
  // The types and, among them, aliases: what has a TypeCode, in order.
  std::vector<const Declaration*> typecodes;
  // Interfaces that are declared here and defined by another file, which includes this one.
  std::vector<const Declaration*> defined_elsewhere;
  // Interfaces of this file that an included one has declared forward.
  std::vector<const Declaration*> declared_elsewhere;
  // The included files that have generated files of their own, each once.
  std::vector<const Inclusion*> inclusions;
  // The inclusions whose headers come last: IDL files that include each other in a circle, this one before that one.
  std::vector<const Inclusion*> late_inclusions;
  // The forward declarations of the circle's other files, if there is one: the order of the headers is not known.
  std::vector<const ForwardDeclaration*> declared_in_circle;
  // The files in which orb.idl has what has generated files of its own (ir.idl, boxes.idl, services.idl), by their
  // names.
  std::map<FileId, std::string> orb_parts;
  // The other files with interfaces that can be called without waiting.
  std::set<FileId> asynchronous_files;
};

// A file that is included within a definition cannot stand alone: it counts as part of the file that
// includes it.
Contents contents_of(const Specification& specification);

}  // namespace dimma::idl::cxx
