// ORB_time_client --reqreply REF --oneway REF: the Time example's client. Times the six operations, or takes turns
// with other contenders (--turns, see measure/turns.hpp).

#include "measure/command_line.hpp"
#include "measure/time_report.hpp"
#include "program.hpp"

#include <time.hh>

#include <string>

namespace {

using measure::TimeOperations;

// A string goes out and has to come back unchanged.
void echo(TestReqReply_ptr object, const std::string& text) {
  CORBA::String_var value = CORBA::string_dup(text.c_str());
  object->test_string(value.inout());
  if (text != value.in()) throw std::runtime_error("test_string changed its string");
}

TimeOperations operations(TestReqReply_ptr reqreply, TestOneway_ptr oneway) {
  const auto drain = [oneway] { static_cast<void>(oneway->_non_existent()); };
  return {
      {"oneway_null_param", {[oneway] { oneway->test_no_param(); }, drain}},
      {"oneway_null_string", {[oneway] { oneway->test_string(""); }, drain}},
      {"oneway_test_string", {[oneway] { oneway->test_string(measure::test_string); }, drain}},
      {"rpc_null_param", {[reqreply] { reqreply->test_no_param(); }}},
      {"rpc_null_string", {[reqreply] { echo(reqreply, ""); }}},
      {"rpc_test_string", {[reqreply] { echo(reqreply, measure::test_string); }}},
  };
}

int call(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  measure::TimeRequest request;
  measure::CommandLine command_line(classic::named("time_client --reqreply REF --oneway REF [flags]"),
                                    "Times the six operations of the Time example.");
  measure::declare(command_line, request);
  if (!command_line.parse(argc, argv)) return 0;

  const CORBA::Object_var first = orb->string_to_object(request.reqreply.c_str());
  const CORBA::Object_var second = orb->string_to_object(request.oneway.c_str());
  const TestReqReply_var reqreply = TestReqReply::_narrow(first);
  const TestOneway_var oneway = TestOneway::_narrow(second);
  if (CORBA::is_nil(reqreply)) throw measure::UsageError("--reqreply refers to no TestReqReply");
  if (CORBA::is_nil(oneway)) throw measure::UsageError("--oneway refers to no TestOneway");

  const std::vector<TimeOperations> of_all_threads(request.all_threads(), operations(reqreply, oneway));
  const int status = measure::time_as_asked(of_all_threads, request);
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return classic::run_program(classic::named("time_client"), [&] { return call(argc, argv); });
}
