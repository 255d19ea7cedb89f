#pragma once
// The nine operations of the report's Table 1.3: oneways through a binding, or a flow, to one object, and calls
// through a binding to another.

#include "common/flow_account.hpp"
#include "measure/turns.hpp"
#include "timing_names.hpp"

#include <dimma/binding.hpp>
#include <timing.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>

// The arguments of the nine operations.
class TimingArguments {
 public:
  explicit TimingArguments(std::size_t elements)
      : elements_(elements),
        shorts_(elements, 1),
        longs_(elements, 2),
        floats_(elements, 3.0F),
        doubles_(elements, 4.0),
        chars_(elements, 'c'),
        strings_(elements, "hello"),
        structs_(elements, struct_) {}
  TimingArguments(const TimingArguments&) = delete;
  TimingArguments& operator=(const TimingArguments&) = delete;

  // The operations refer to this object and to `object`, which have to outlive them. One thread may call at a time.
  // `drain` is called after each turn.
  measure::TurnOperations oneways(TestOneway& object, const std::function<void(const std::string&)>& drain) {
    measure::TurnOperations operations = {
        {"oneway_no_params", {[&object] { object.test_no_param(); }}},
        {"oneway_prim_args", {[this, &object] { object.test_prim_args(1, 2, 3.0F, 4.0, 'c', hello_); }}},
        {"oneway_struct", {[this, &object] { object.test_struct(struct_); }}},
        {"oneway_prim_seq",
         {[this, &object] { object.test_prim_seq(shorts_, longs_, floats_, doubles_, chars_, strings_); }}},
        {"oneway_struct_seq", {[this, &object] { object.test_struct_seq(structs_); }}},
    };
    for (auto& [name, operation] : operations) {
      operation.drain = [drain, name = name] { drain(name); };
    }
    return operations;
  }
  measure::TurnOperations calls(TestReqReply& object) {
    return {
        {"rpc_prim_args", {[this, &object] { prim_args(object); }}},
        {"rpc_struct_args", {[this, &object] { struct_args(object); }}},
        {"rpc_prim_seq", {[this, &object] { prim_seq(object); }}},
        {"rpc_struct_seq", {[this, &object] { struct_seq(object); }}},
    };
  }

 private:
  void prim_args(TestReqReply& object) {
    std::int16_t short_out = 0;
    std::int32_t long_out = 0;
    float float_out = 0;
    double double_out = 0;
    char char_out = 0;
    auto& both = struct_there_and_back_;
    object.test_prim_args(1, 2, 3.0F, 4.0, 'c', hello_, both.shortVal(), both.longVal(), both.floatVal(),
                          both.doubleVal(), both.charVal(), both.stringVal(), short_out, long_out, float_out,
                          double_out, char_out, string_out_);
    require(string_out_ == hello_ && both.stringVal() == hello_);
  }
  void struct_args(TestReqReply& object) {
    object.test_struct_args(struct_, struct_there_and_back_, struct_out_);
    require(struct_out_.doubleVal() == struct_.doubleVal());
  }
  void prim_seq(TestReqReply& object) {
    object.test_prim_seq(shorts_, longs_, floats_, doubles_, chars_, strings_, both_shorts_, both_longs_, both_floats_,
                         both_doubles_, both_chars_, both_strings_, shorts_out_, longs_out_, floats_out_, doubles_out_,
                         chars_out_, strings_out_);
    require(strings_out_.size() == elements_ && both_strings_.size() == elements_);
  }
  void struct_seq(TestReqReply& object) {
    object.test_struct_seq(structs_, both_structs_, structs_out_);
    require(structs_out_.size() == elements_ && both_structs_.size() == elements_);
  }
  static void require(bool truth) {
    if (!truth) throw std::runtime_error("what came back is not what was sent");
  }

  const std::size_t elements_;
  const std::string hello_ = "hello";
  const PerfStruct struct_{1, 2, 3.0F, 4.0, 'c', "hello"};
  const shortSeq shorts_;
  const longSeq longs_;
  const floatSeq floats_;
  const doubleSeq doubles_;
  const charSeq chars_;
  const stringSeq strings_;
  const structSeq structs_;

  std::string string_out_;
  PerfStruct struct_there_and_back_ = struct_;
  PerfStruct struct_out_;
  shortSeq both_shorts_ = shorts_, shorts_out_;
  longSeq both_longs_ = longs_, longs_out_;
  floatSeq both_floats_ = floats_, floats_out_;
  doubleSeq both_doubles_ = doubles_, doubles_out_;
  charSeq both_chars_ = chars_, chars_out_;
  stringSeq both_strings_ = strings_, strings_out_;
  structSeq both_structs_ = structs_, structs_out_;
};

// Explicit bindings to both objects, with the same QoS.
class TimingBindings {
 public:
  TimingBindings(const IDL::traits<TestReqReply>::ref_type& reqreply, const IDL::traits<TestOneway>::ref_type& oneway,
                 const dimma::EngineeringQoS& qos, std::size_t elements)
      : arguments_(elements), reqreply_(dimma::bind(reqreply, qos)), oneway_(dimma::bind(oneway, qos)) {}

  // The drain of a oneway is a call whose reply follows all oneways.
  measure::TurnOperations operations() {
    auto operations =
        arguments_.oneways(*oneway_, [this](const std::string&) { static_cast<void>(oneway_->_non_existent()); });
    operations.merge(arguments_.calls(*reqreply_));
    return operations;
  }

 private:
  TimingArguments arguments_;
  dimma::Binding<TestReqReply> reqreply_;
  dimma::Binding<TestOneway> oneway_;
};

// A flow to the object that has oneways. The other operations are not available.
class TimingFlow {
 public:
  TimingFlow(const IDL::traits<TestOneway>::ref_type& oneway, const dimma::EngineeringQoS& qos, std::size_t elements)
      : arguments_(elements), oneway_(dimma::bind_flow(oneway, qos)) {}

  // After each turn, requests reports from the consumer until it has processed all that it has received.
  measure::TurnOperations operations() {
    auto operations =
        arguments_.oneways(*oneway_, [this](const std::string& operation) { account_.settle(oneway_, operation); });
    for (auto& [name, operation] : operations) {
      operation.delivered = [this, name = name] { return account_.delivered(name); };
    }
    return operations;
  }

 private:
  TimingArguments arguments_;
  dimma::FlowBinding<TestOneway> oneway_;
  FlowAccount account_;
};
