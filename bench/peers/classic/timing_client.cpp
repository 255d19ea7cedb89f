// ORB_timing_client --reqreply REF --oneway REF: the Timing example's client. Times the nine operations,
// or takes turns with other contenders (--turns, see measure/turns.hpp).

#include "Timing/timing_names.hpp"
#include "measure/command_line.hpp"
#include "measure/time_report.hpp"
#include "program.hpp"

#include <timing.hh>

#include <string>

namespace {

void require(bool truth) {
  if (!truth) throw std::runtime_error("what came back is not what was sent");
}

// The arguments, and the calls with them.
class Calls {
 public:
  Calls(TestReqReply_ptr reqreply, TestOneway_ptr oneway, CORBA::ULong elements)
      : reqreply_(TestReqReply::_duplicate(reqreply)), oneway_(TestOneway::_duplicate(oneway)), elements_(elements) {
    struct_.shortVal = 1;
    struct_.longVal = 2;
    struct_.floatVal = 3;
    struct_.doubleVal = 4;
    struct_.charVal = 'c';
    struct_.stringVal = CORBA::string_dup("hello");
    shorts_.length(elements);
    longs_.length(elements);
    floats_.length(elements);
    doubles_.length(elements);
    chars_.length(elements);
    strings_.length(elements);
    structs_.length(elements);
    for (CORBA::ULong i = 0; i < elements; ++i) {
      shorts_[i] = 1;
      longs_[i] = 2;
      floats_[i] = 3;
      doubles_[i] = 4;
      chars_[i] = 'c';
      strings_[i] = CORBA::string_dup("hello");
      structs_[i] = struct_;
    }
    both_struct_ = struct_;
    both_shorts_ = shorts_;
    both_longs_ = longs_;
    both_floats_ = floats_;
    both_doubles_ = doubles_;
    both_chars_ = chars_;
    both_strings_ = strings_;
    both_structs_ = structs_;
  }

  measure::TurnOperations operations() {
    const auto drain = [this] { static_cast<void>(oneway_->_non_existent()); };
    return {
        {"oneway_no_params", {[this] { oneway_->test_no_param(); }, drain}},
        {"oneway_prim_args", {[this] { oneway_->test_prim_args(1, 2, 3, 4, 'c', "hello"); }, drain}},
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
    CORBA::Short short_out = 0;
    CORBA::Long long_out = 0;
    CORBA::Float float_out = 0;
    CORBA::Double double_out = 0;
    CORBA::Char char_out = 0;
    CORBA::String_var string_out;
    auto& both = both_struct_;
    reqreply_->test_prim_args(1, 2, 3, 4, 'c', "hello", both.shortVal, both.longVal, both.floatVal, both.doubleVal,
                              both.charVal, both.stringVal.inout(), short_out, long_out, float_out, double_out,
                              char_out, string_out.out());
    require(std::string("hello") == string_out.in() && std::string("hello") == both.stringVal.in());
  }
  void struct_args() {
    PerfStruct_var out;
    reqreply_->test_struct_args(struct_, both_struct_, out.out());
    require(out->doubleVal == struct_.doubleVal);
  }
  void prim_seq() {
    shortSeq_var shorts_out;
    longSeq_var longs_out;
    floatSeq_var floats_out;
    doubleSeq_var doubles_out;
    charSeq_var chars_out;
    stringSeq_var strings_out;
    reqreply_->test_prim_seq(shorts_, longs_, floats_, doubles_, chars_, strings_, both_shorts_, both_longs_,
                             both_floats_, both_doubles_, both_chars_, both_strings_, shorts_out.out(), longs_out.out(),
                             floats_out.out(), doubles_out.out(), chars_out.out(), strings_out.out());
    require(strings_out->length() == elements_ && both_strings_.length() == elements_);
  }
  void struct_seq() {
    structSeq_var out;
    reqreply_->test_struct_seq(structs_, both_structs_, out.out());
    require(out->length() == elements_ && both_structs_.length() == elements_);
  }

  const TestReqReply_var reqreply_;
  const TestOneway_var oneway_;
  const CORBA::ULong elements_;
  PerfStruct struct_, both_struct_;
  shortSeq shorts_, both_shorts_;
  longSeq longs_, both_longs_;
  floatSeq floats_, both_floats_;
  doubleSeq doubles_, both_doubles_;
  charSeq chars_, both_chars_;
  stringSeq strings_, both_strings_;
  structSeq structs_, both_structs_;
};

int call(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  measure::TimeRequest request;
  request.operations.assign(timing_operations.begin(), timing_operations.end());
  std::size_t elements = 100;
  request.octets = [&elements](const std::string& operation) { return argument_octets(operation, elements); };
  measure::CommandLine command_line(classic::named("timing_client --reqreply REF --oneway REF [flags]"),
                                    "Times the nine operations of the Timing example.");
  measure::declare(command_line, request);
  command_line.count("elements", elements, "elements of each sequence (100)", 10'000'000);
  if (!command_line.parse(argc, argv)) return 0;
  if (request.all_threads() != 1) throw measure::UsageError("--threads and --blockers are for time_client");

  const CORBA::Object_var first = orb->string_to_object(request.reqreply.c_str());
  const CORBA::Object_var second = orb->string_to_object(request.oneway.c_str());
  const TestReqReply_var reqreply = TestReqReply::_narrow(first);
  const TestOneway_var oneway = TestOneway::_narrow(second);
  if (CORBA::is_nil(reqreply)) throw measure::UsageError("--reqreply refers to no TestReqReply");
  if (CORBA::is_nil(oneway)) throw measure::UsageError("--oneway refers to no TestOneway");

  Calls calls(reqreply, oneway, static_cast<CORBA::ULong>(elements));
  const int status = measure::time_as_asked({calls.operations()}, request);
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return classic::run_program(classic::named("timing_client"), [&] { return call(argc, argv); });
}
