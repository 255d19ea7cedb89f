#pragma once
// Reads the argument REF of commands: an object reference in any textual form.

#include <dimma/orb.hpp>

#include <chrono>
#include <string>

namespace dimma::tools {

// The description of REF for --help.
inline constexpr const char* reference_help =
    "IOR:, corbaloc:, corbaname:, a file that contains one of them (PATH or file://PATH), or - for standard input";

// Returns the text of the reference: REF itself, or the contents of a file or standard input without surrounding
// blanks. Throws UsageError if the file cannot be read, or if the text is neither a reference nor a file.
std::string reference_text(const std::string& given);

// Returns the object. Throws UsageError for an invalid reference and for nil, and the exceptions of resolving a
// corbaname.
CORBA::object_reference<CORBA::Object> read_reference(CORBA::ORB& orb, const std::string& given);

// Returns a reference to the same object whose calls have the deadline.
CORBA::object_reference<CORBA::Object> with_deadline(const CORBA::object_reference<CORBA::Object>& object,
                                                     std::chrono::nanoseconds deadline);

}  // namespace dimma::tools
