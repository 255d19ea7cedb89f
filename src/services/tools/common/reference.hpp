#pragma once
// The argument REF of commands: a reference as people have it.

#include <dimma/orb.hpp>

#include <chrono>
#include <string>

namespace dimma::tools {

// How REF is described in --help.
inline constexpr const char* reference_help =
    "IOR:, corbaloc:, corbaname:, a file that holds one of them (PATH or file://PATH), or - for standard input";

// The text of the reference: REF itself, or what the file or standard input holds, without the blanks around it.
// Throws UsageError for a file that can't be read, and for what is neither a reference nor a file.
std::string reference_text(const std::string& given);

// As an object. Throws UsageError for what is no reference, and for nil; what a naming service raises of a corbaname.
CORBA::object_reference<CORBA::Object> read_reference(CORBA::ORB& orb, const std::string& given);

// Another reference to the object, each of whose calls has so long.
CORBA::object_reference<CORBA::Object> with_deadline(const CORBA::object_reference<CORBA::Object>& object,
                                                     std::chrono::nanoseconds deadline);

}  // namespace dimma::tools
