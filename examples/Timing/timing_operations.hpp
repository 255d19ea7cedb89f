#pragma once
// The nine operations of the report's Table 1.3, through a pair of bindings.

#include "measure/turns.hpp"
#include "timing_names.hpp"

#include <dimma/binding.hpp>
#include <timing.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>

// An explicit binding to each of the two objects, both of the same QoS, and the arguments.
class TimingBindings {
 public:
  TimingBindings(const IDL::traits<TestReqReply>::ref_type& reqreply, const IDL::traits<TestOneway>::ref_type& oneway,
                 const dimma::EngineeringQoS& qos, std::size_t elements)
      : reqreply_(dimma::bind(reqreply, qos)),
        oneway_(dimma::bind(oneway, qos)),
        elements_(elements),
        shorts_(elements, 1),
        longs_(elements, 2),
        floats_(elements, 3.0F),
        doubles_(elements, 4.0),
        chars_(elements, 'c'),
        strings_(elements, "hello"),
        structs_(elements, struct_) {}
  TimingBindings(const TimingBindings&) = delete;
  TimingBindings& operator=(const TimingBindings&) = delete;

  // They refer to this object, which has to outlive them; one thread calls at a time. After oneways an answer is
  // waited for, which comes behind all of them.
  measure::TurnOperations operations() {
    const auto drain = [this] { static_cast<void>(oneway_->_non_existent()); };
    return {
        {"oneway_no_params", {[this] { oneway_->test_no_param(); }, drain}},
        {"oneway_prim_args", {[this] { oneway_->test_prim_args(1, 2, 3.0F, 4.0, 'c', hello_); }, drain}},
        {"oneway_struct", {[this] { oneway_->test_struct(struct_); }, drain}},
        {"oneway_prim_seq",
         {[this] { oneway_->test_prim_seq(shorts_, longs_, floats_, doubles_, chars_, strings_); }, drain}},
        {"oneway_struct_seq", {[this] { oneway_->test_struct_seq(structs_); }, drain}},
        {"rpc_prim_args", {[this] { prim_args(); }}},
        {"rpc_struct_args", {[this] { struct_args(); }}},
        {"rpc_prim_seq", {[this] { prim_seq(); }}},
        {"rpc_struct_seq", {[this] { struct_seq(); }}},
    };
  }

 private:
  void prim_args() {
    std::int16_t short_out = 0;
    std::int32_t long_out = 0;
    float float_out = 0;
    double double_out = 0;
    char char_out = 0;
    auto& both = struct_there_and_back_;
    reqreply_->test_prim_args(1, 2, 3.0F, 4.0, 'c', hello_, both.shortVal(), both.longVal(), both.floatVal(),
                              both.doubleVal(), both.charVal(), both.stringVal(), short_out, long_out, float_out,
                              double_out, char_out, string_out_);
    require(string_out_ == hello_ && both.stringVal() == hello_);
  }
  void struct_args() {
    reqreply_->test_struct_args(struct_, struct_there_and_back_, struct_out_);
    require(struct_out_.doubleVal() == struct_.doubleVal());
  }
  void prim_seq() {
    reqreply_->test_prim_seq(shorts_, longs_, floats_, doubles_, chars_, strings_, both_shorts_, both_longs_,
                             both_floats_, both_doubles_, both_chars_, both_strings_, shorts_out_, longs_out_,
                             floats_out_, doubles_out_, chars_out_, strings_out_);
    require(strings_out_.size() == elements_ && both_strings_.size() == elements_);
  }
  void struct_seq() {
    reqreply_->test_struct_seq(structs_, both_structs_, structs_out_);
    require(structs_out_.size() == elements_ && both_structs_.size() == elements_);
  }
  static void require(bool truth) {
    if (!truth) throw std::runtime_error("what came back is not what was sent");
  }

  dimma::Binding<TestReqReply> reqreply_;
  dimma::Binding<TestOneway> oneway_;

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
