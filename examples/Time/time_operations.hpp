#pragma once
// The six operations of the example, through a pair of bindings.

#include "measure/time_report.hpp"

#include <dimma/binding.hpp>
#include <time.hpp>

#include <stdexcept>
#include <string>

// An explicit binding to each of the two objects, both of the same QoS.
class TimeBindings {
 public:
  TimeBindings(const IDL::traits<TestReqReply>::ref_type& reqreply, const IDL::traits<TestOneway>::ref_type& oneway,
               const dimma::EngineeringQoS& qos)
      : reqreply_(dimma::bind(reqreply, qos)), oneway_(dimma::bind(oneway, qos)) {}

  // They refer to these bindings, which have to outlive them. After oneways an answer is waited for, which comes behind
  // all of them.
  measure::TimeOperations operations() {
    const auto drain = [this] { static_cast<void>(oneway_->_non_existent()); };
    return {
        {"oneway_null_param", {[this] { oneway_->test_no_param(); }, drain}},
        {"oneway_null_string", {[this] { oneway_->test_string(null_string_); }, drain}},
        {"oneway_test_string", {[this] { oneway_->test_string(test_string_); }, drain}},
        {"rpc_null_param", {[this] { reqreply_->test_no_param(); }}},
        {"rpc_null_string", {[this] { echo(null_string_); }}},
        {"rpc_test_string", {[this] { echo(test_string_); }}},
    };
  }

 private:
  // A string goes out and has to come back as it was.
  void echo(const std::string& text) {
    echoed_ = text;
    reqreply_->test_string(echoed_);
    if (echoed_ != text) throw std::runtime_error("test_string changed its string");
  }

  dimma::Binding<TestReqReply> reqreply_;
  dimma::Binding<TestOneway> oneway_;
  const std::string null_string_;
  const std::string test_string_ = measure::test_string;
  std::string echoed_;
};

// The object that the URL names, as a T. Throws UsageError, naming the flag, when it is none.
template <class T>
typename IDL::traits<T>::ref_type resolve(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& flag,
                                          const std::string& url) {
  IDL::traits<CORBA::Object>::ref_type object;
  try {
    object = orb->string_to_object(url);
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw measure::UsageError("--" + flag + ": " + wrong._detail());
  }
  auto typed = IDL::traits<T>::narrow(object);
  if (!typed) {
    throw measure::UsageError("--" + flag + ": the object is no " + std::string(T::_interface_tag.repository_id));
  }
  return typed;
}
