// Operations and attributes of interfaces as what they both come to: calls.
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
  const Type* result = nullptr;  // null for none
  std::vector<CallParameter> parameters;
  std::vector<const Exception*> raises;
  bool may_be_left_out = false;  // an implementation need not have it
  bool tells_exception = false;  // its argument holds one of `told`, or a system exception
  std::vector<const Exception*> told = {};
  bool has_context = false;  // a list of names and values follows the arguments; dimma's clients send none

  std::string result_type() const;
  // The first returns true if values can be in the arguments, the second if they can be in the results.
  bool sends_values() const;
  bool returns_values() const;
  // True if its types name a valuetype, which is copied in a call within the process too. An `any` does not.
  bool names_values() const;
  // The first returns true if the arguments may be long enough to be sent in parts, the second if the results may.
  bool sends_sequences() const;
  bool returns_sequences() const;
  // True if some of it are loaned sequences.
  bool sends_loans() const;
  bool returns_loans() const;
  // "const ::std::string& a, ::std::int32_t& b"
  std::string parameter_list() const;
  // "const ::std::string&, ::std::int32_t&"
  std::string parameter_types() const;
  // "::dimma::cdr::write(_out, a);" for all that goes to the object.
  std::string argument_writes() const;
  // "a, b", references moved on: good for passing the parameters to the next function once.
  std::string argument_list() const;
};

// A lambda with one parameter, or what stands for one that does nothing.
std::string lambda(const std::string& parameter_class, const std::string& parameter, const std::string& lines,
                   const std::string& captures = "&");

// The functions that write the arguments, or the results at the server (as lines too), and the one that reads the
// results.
std::string writer_of_arguments(const Call& call);
std::string writer_of_results(const Call& call);
std::string result_writes(const Call& call);
std::string reader_of_results(const Call& call);

// The calls that a scope itself declares, in order: an interface's or a valuetype's contents.
std::vector<Call> calls_of(const std::vector<Declaration*>& contents, const VariableNames& names);

// The calls that the interface itself declares, in order.
std::vector<Call> calls_of(const Interface& interface, const VariableNames& names);

// The one call that is called without waiting.
Call call_of(const AsynchronousCall& asynchronous, const VariableNames& names);

// A constant table of exceptions; nothing when there are none.
std::string exception_table(const std::vector<const Exception*>& exceptions, const std::string& name);
// The table of the exceptions that a call may raise.
std::string raises_table(const Call& call, const std::string& name);

}  // namespace dimma::idl::cxx
