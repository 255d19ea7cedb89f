// The IDL that is in the compiler.
#pragma once

#include <string_view>

namespace dimma::idl {

// The file named `orb.idl` that is there without being on the disk: module CORBA as far as the IDL language needs it.
const char* builtin_orb_idl();
// True if the name of an included file means the built-in one, as do the names that other ORBs give its parts.
bool is_orb_idl(std::string_view path);

// The parts of orb.idl that have generated files of their own, which the built-in one includes: what is also installed
// as ir.idl, boxes.idl and services.idl.
const char* builtin_ir_idl();
const char* builtin_boxes_idl();
const char* builtin_services_idl();
// Which of them a name means, as those that other ORBs give them do; empty for none.
std::string_view part_of_orb_idl(std::string_view path);
const char* builtin_part(std::string_view own_name);

// True if it opens `module CORBA`: orb.idl is read before such a file, so that repeated declarations are known as such.
bool opens_module_corba(std::string_view text);

// The built-in text that is read instead of a file that repeats declarations of orb.idl or a part, as those of other
// ORBs do; nullptr for a file that is to be read itself. <dimma/orb.idl> is always the built-in one.
const char* instead_of(std::string_view path, std::string_view text);

}  // namespace dimma::idl
