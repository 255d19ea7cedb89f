// The IDL that is built into the compiler.
#pragma once

#include <string_view>

namespace dimma::idl {

// Returns `orb.idl`, which exists without a file on the disk: module CORBA as far as the IDL language needs it.
const char* builtin_orb_idl();
// Returns true if the name of an included file means the built-in one, also by the names that other ORBs use.
bool is_orb_idl(std::string_view path);

// The parts of orb.idl that have generated files of their own. The built-in file includes them, and they are also
// installed as ir.idl, boxes.idl and services.idl.
const char* builtin_ir_idl();
const char* builtin_boxes_idl();
const char* builtin_services_idl();
// Returns the part that a name means, also by the names that other ORBs use; empty if it means none of them.
std::string_view part_of_orb_idl(std::string_view path);
const char* builtin_part(std::string_view own_name);

// Returns true for a text with `module CORBA`: orb.idl is read before it, so that repeated declarations are recognized.
bool opens_module_corba(std::string_view text);

// Returns the built-in text that is read instead of a file that repeats declarations of orb.idl or a part, as other
// ORBs' files do; nullptr for a file that is read itself. <dimma/orb.idl> is always the built-in one.
const char* instead_of(std::string_view path, std::string_view text);

}  // namespace dimma::idl
