// Operations and attributes of interfaces in a common form: calls.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/names/names.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct CallParameter {
  Direction direction = Direction::In;
  const Type* type = nullptr;
  std::string name;
};

struct Call {
  std::string name;       // the C++ function
  std::string wire_name;  // "op", "_get_x", "_set_x"
  bool is_oneway = false;
  const Type* result = nullptr;  // nullptr if there is none
  std::vector<CallParameter> parameters;
  std::vector<const Exception*> raises;
  bool may_be_left_out = false;  // an implementation may leave it out
  bool tells_exception = false;  // its argument holds one of `told`, or a system exception
  std::vector<const Exception*> told = {};
  bool has_context = false;  // a list of names and values follows the arguments; dimma's clients send none

  std::string result_type() const;
  // Return true if valuetypes can be in the arguments, and in the results.
  bool sends_values() const;
  bool returns_values() const;
  // Returns true if its types name a valuetype, which also calls within the process copy; an `any` does not count.
  bool names_values() const;
  // Return true if the arguments, and the results, may be long enough to be sent in parts.
  bool sends_sequences() const;
  bool returns_sequences() const;
  // Return true if loaned sequences are among them.
  bool sends_loans() const;
  bool returns_loans() const;
  // Returns "const ::std::string& a, ::std::int32_t& b".
  std::string parameter_list() const;
  // Returns "const ::std::string&, ::std::int32_t&".
  std::string parameter_types() const;
  // Returns "::dimma::cdr::write(_out, a);" for all values that are sent to the object.
  std::string argument_writes() const;
  // Returns "a, b" with references moved: for passing the parameters to the next function once.
  std::string argument_list() const;
};

// Returns a lambda with one parameter, or a constant that takes its place if it would do nothing.
std::string lambda(const std::string& parameter_class, const std::string& parameter, const std::string& lines,
                   const std::string& captures = "&");

// Return the functions that write the arguments, or the results at the server (also as lines), and the one that reads
// the results.
std::string writer_of_arguments(const Call& call);
std::string writer_of_results(const Call& call);
std::string result_writes(const Call& call);
std::string reader_of_results(const Call& call);

// Returns the calls that a scope itself declares, in order: an interface's or a valuetype's contents.
std::vector<Call> calls_of(const std::vector<Declaration*>& contents, const VariableNames& names);

// Returns the calls that the interface itself declares, in order.
std::vector<Call> calls_of(const Interface& interface, const VariableNames& names);

// Returns the call that is made asynchronously.
Call call_of(const AsynchronousCall& asynchronous, const VariableNames& names);

// Returns a constant table of exceptions; empty if there are none.
std::string exception_table(const std::vector<const Exception*>& exceptions, const std::string& name);
// Returns the table of the exceptions that a call may raise.
std::string raises_table(const Call& call, const std::string& name);

}  // namespace dimma::idl::cxx
