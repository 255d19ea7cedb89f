#pragma once
// Makes a call, from JSON to JSON.

#include "services/tools/call/signature.hpp"
#include "services/tools/values/values.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <vector>

namespace dimma::tools::call {

// Returns {"exception": "IDL:...", "minor": ..., "completed": ..., "text": ...}.
boost::json::value exception_json(const CORBA::SystemException& raised);

// A call whose arguments have been read. It can be made repeatedly.
class PreparedCall {
 public:
  // `arguments` are JSON texts, one for each in and inout parameter in their order. Throws UsageError, which names the
  // argument and the place in it. All three have to outlive the call.
  PreparedCall(const Signature& signature, const values::Converter& converter,
               const std::vector<std::string>& arguments);

  // Tells if the operation was carried out, and has its result, or the exception, as JSON:
  //   only the result; null for void                                      without out and inout parameters
  //   {"result": ..., "NAME": ...}                                        with such, "result" unless it is void
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
  std::vector<CORBA::Any> arguments_;  // one for each parameter; empty for out
};

}  // namespace dimma::tools::call
