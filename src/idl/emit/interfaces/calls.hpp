// Operations and attributes of interfaces in a common form: an operation is one call, an attribute a getter and a
// setter.
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
  std::string name;       // the name of the C++ function
  std::string wire_name;  // "op", "_get_x", "_set_x"
  bool is_oneway = false;
  const Type* result = nullptr;  // nullptr if there is none
  std::vector<CallParameter> parameters;
  std::vector<const Exception*> raises;
  bool may_be_left_out = false;  // implementing it is optional
  bool tells_exception = false;  // its argument holds one of the exceptions `told`, or a system exception
  std::vector<const Exception*> told = {};
  bool has_context = false;  // a list of names and values follows the arguments; dimma's clients send an empty list

  std::string result_type() const;
  // Return true if the arguments, or the results, can contain valuetypes.
  bool sends_values() const;
  bool returns_values() const;
  // Returns true if the signature names a valuetype, which is copied even in a call within the process. `any` does not
  // count.
  bool names_values() const;
  // Return true if the arguments, or the results, may be long enough to be sent in fragments.
  bool sends_sequences() const;
  bool returns_sequences() const;
  // Return true if the arguments, or the results, contain loaned sequences.
  bool sends_loans() const;
  bool returns_loans() const;
  // Returns "const ::std::string& a, ::std::int32_t& b".
  std::string parameter_list() const;
  // Returns "const ::std::string&, ::std::int32_t&".
  std::string parameter_types() const;
  // Returns a line "::dimma::cdr::write(_out, a);" for each value that is sent to the object.
  std::string argument_writes() const;
  // Returns "a, ::std::move(b)", which passes the parameters on to one other function, and moves references.
  std::string argument_list() const;
};

// Returns a lambda with one parameter, or a constant that replaces it if the lambda would do nothing.
std::string lambda(const std::string& parameter_class, const std::string& parameter, const std::string& lines,
                   const std::string& captures = "&");

// Return functions that write the arguments, that write the results at the server (also as lines of code), and that
// read the results.
std::string writer_of_arguments(const Call& call);
std::string writer_of_results(const Call& call);
std::string result_writes(const Call& call);
std::string reader_of_results(const Call& call);

// Returns the calls that an interface or a valuetype itself declares, in the order of `contents`.
std::vector<Call> calls_of(const std::vector<Declaration*>& contents, const VariableNames& names);

// Returns the calls that the interface itself declares, in the order of the IDL.
std::vector<Call> calls_of(const Interface& interface, const VariableNames& names);
// The same for several interfaces, one after the other.
std::vector<Call> calls_of_each(const std::vector<const Interface*>& interfaces, const VariableNames& names);

// Returns the synchronous call that corresponds to an asynchronous one.
Call call_of(const AsynchronousCall& asynchronous, const VariableNames& names);

// Returns the definition of a constant table of exceptions; empty if there are none.
std::string exception_table(const std::vector<const Exception*>& exceptions, const std::string& name);
// Returns the definition of a table of the exceptions that a call may raise.
std::string raises_table(const Call& call, const std::string& name);

}  // namespace dimma::idl::cxx
