// The IDL that is built into the compiler.
#pragma once

#include <string_view>

namespace dimma::idl {

// Returns the text of `orb.idl`, which is not a file: the part of module CORBA that IDL files can use.
const char* builtin_orb_idl();
// Returns true if the name of an included file means orb.idl. Other ORBs' names of that file are recognised too.
bool is_orb_idl(std::string_view path);

// The parts of orb.idl that have generated files of their own. The built-in file includes them, and they are also
// installed as ir.idl, boxes.idl and services.idl.
const char* builtin_ir_idl();
const char* builtin_boxes_idl();
const char* builtin_services_idl();
// Returns dimma's name of the part that `path` means, including other ORBs' names; empty if it means none of them.
std::string_view part_of_orb_idl(std::string_view path);
const char* builtin_part(std::string_view own_name);

// Returns true for a text that opens `module CORBA`. orb.idl is read before such a text, so that repeated declarations
// are recognised.
bool opens_module_corba(std::string_view text);

// Returns the built-in text to read instead of a file that repeats orb.idl or a part of it, as other ORBs' files do;
// nullptr if the file itself is to be read. <dimma/orb.idl> always means the built-in text.
const char* instead_of(std::string_view path, std::string_view text);

}  // namespace dimma::idl
