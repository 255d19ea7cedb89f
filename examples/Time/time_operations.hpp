#pragma once
// The six operations of the example, through a pair of bindings.

#include "measure/time_report.hpp"

#include <dimma/binding.hpp>
#include <time.hpp>

#include <stdexcept>
#include <string>

// Explicit bindings to the two objects, with the same QoS.
class TimeBindings {
 public:
  TimeBindings(const IDL::traits<TestReqReply>::ref_type& reqreply, const IDL::traits<TestOneway>::ref_type& oneway,
               const dimma::EngineeringQoS& qos)
      : own_reqreply_(dimma::bind(reqreply, qos)),
        own_oneway_(dimma::bind(oneway, qos)),
        reqreply_(own_reqreply_.reference()),
        oneway_(own_oneway_.reference()) {}

  // Another thread's calls through the bindings of `owner`, which outlives them.
  struct Through {
    const TimeBindings& owner;
  };
  explicit TimeBindings(Through other) : reqreply_(other.owner.reqreply_), oneway_(other.owner.oneway_) {}
  TimeBindings(const TimeBindings&) = delete;
  TimeBindings& operator=(const TimeBindings&) = delete;

  // The operations refer to this object, which has to outlive them. One thread may call at a time. The drain of a
  // oneway is a call whose reply follows all oneways.
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
  // Sends a string, which has to come back unchanged.
  void echo(const std::string& text) {
    echoed_ = text;
    reqreply_->test_string(echoed_);
    if (echoed_ != text) throw std::runtime_error("test_string changed its string");
  }

  dimma::Binding<TestReqReply> own_reqreply_;
  dimma::Binding<TestOneway> own_oneway_;
  const IDL::traits<TestReqReply>::ref_type reqreply_;
  const IDL::traits<TestOneway>::ref_type oneway_;
  const std::string null_string_;
  const std::string test_string_ = measure::test_string;
  std::string echoed_;
};
