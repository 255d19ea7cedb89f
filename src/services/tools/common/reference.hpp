#pragma once
// Reads the argument REF of commands: a reference in any of its text forms.

#include <dimma/orb.hpp>

#include <chrono>
#include <string>

namespace dimma::tools {

// The description of REF in --help.
inline constexpr const char* reference_help =
    "IOR:, corbaloc:, corbaname:, a file that contains one of them (PATH or file://PATH), or - for standard input";

// Returns the text of the reference: REF itself, or the contents of the file or of standard input, without the blanks
// around them. Throws UsageError for a file that can't be read, and for a text that is neither a reference nor a file.
std::string reference_text(const std::string& given);

// Returns the object. Throws UsageError for other texts and for nil, and the exceptions of a corbaname's service.
CORBA::object_reference<CORBA::Object> read_reference(CORBA::ORB& orb, const std::string& given);

// Returns another reference to the object, whose calls have that deadline.
CORBA::object_reference<CORBA::Object> with_deadline(const CORBA::object_reference<CORBA::Object>& object,
                                                     std::chrono::nanoseconds deadline);

}  // namespace dimma::tools
