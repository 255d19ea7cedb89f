#pragma once
// Makes calls with arguments and results in JSON.

#include "services/tools/call/signature.hpp"
#include "services/tools/values/values.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <vector>

namespace dimma::tools::call {

// Returns the exception as {"exception": "IDL:...", "minor": ..., "completed": ..., "text": ...}.
boost::json::value exception_json(const CORBA::SystemException& raised);

// A call whose arguments have been converted. It can be made repeatedly.
class PreparedCall {
 public:
  // `arguments` are JSON texts for the in and inout parameters, in order. Throws UsageError, which names the argument
  // and the place in it. `signature` and `converter` must outlive the object.
  PreparedCall(const Signature& signature, const values::Converter& converter,
               const std::vector<std::string>& arguments);

  // The outcome of a call: `is_done` if the operation was carried out, and its result or exception as JSON:
  //   only the result; null for void                                      without out and inout parameters
  //   {"result": ..., "NAME": ...}                                        with them; "result" unless it is void
  //   {"exception": "IDL:...", "members": {...}}                          a user exception
  //   the result of exception_json()                                      a system exception
  struct Outcome {
    bool is_done;
    boost::json::value json;
  };
  Outcome invoke(const CORBA::object_reference<CORBA::Object>& object) const;

 private:
  boost::json::value result_of(CORBA::Request& request) const;

  const Signature& signature_;
  const values::Converter& converter_;
  std::vector<CORBA::Any> arguments_;  // one for each parameter; empty for out parameters
};

}  // namespace dimma::tools::call
