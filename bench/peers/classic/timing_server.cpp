// ORB_timing_server --ior-dir DIR [the ORB's options]: the Timing example's server. Writes reqreply.ior
// and oneway.ior, prints "ready", ends on SIGTERM and prints what it has served.

#include "measure/command_line.hpp"
#include "program.hpp"

#include <timing.hh>

#include <atomic>
#include <cstdint>
#include <iostream>
#include <string>

namespace {

struct Served {
  std::atomic<std::uint64_t> calls{0};
  std::atomic<std::uint64_t> elements{0};

  CORBA::Long note(std::size_t holds) noexcept {
    elements.fetch_add(holds, std::memory_order_relaxed);
    return static_cast<CORBA::Long>(calls.fetch_add(1, std::memory_order_relaxed));
  }
};

class OnewayServant final : public POA_TestOneway {
 public:
  void test_no_param() override { served.note(0); }
  void test_prim_args(CORBA::Short, CORBA::Long, CORBA::Float, CORBA::Double, CORBA::Char, const char*) override {
    served.note(1);
  }
  void test_struct(const PerfStruct&) override { served.note(1); }
  void test_prim_seq(const shortSeq& shorts, const longSeq&, const floatSeq&, const doubleSeq&, const charSeq&,
                     const stringSeq&) override {
    served.note(shorts.length());
  }
  void test_struct_seq(const structSeq& structs) override { served.note(structs.length()); }
  Served served;
};

class ReqReplyServant final : public POA_TestReqReply {
 public:
  CORBA::Long test_prim_args(CORBA::Short short_in, CORBA::Long long_in, CORBA::Float float_in, CORBA::Double double_in,
                             CORBA::Char char_in, const char* string_in, CORBA::Short&, CORBA::Long&, CORBA::Float&,
                             CORBA::Double&, CORBA::Char&, char*&, CORBA::Short& short_out, CORBA::Long& long_out,
                             CORBA::Float& float_out, CORBA::Double& double_out, CORBA::Char& char_out,
                             CORBA::String_out string_out) override {
    short_out = short_in;
    long_out = long_in;
    float_out = float_in;
    double_out = double_in;
    char_out = char_in;
    string_out = CORBA::string_dup(string_in);
    return served.note(1);
  }
  CORBA::Long test_struct_args(const PerfStruct& in, PerfStruct&, PerfStruct_out out) override {
    out = new PerfStruct(in);
    return served.note(1);
  }
  CORBA::Long test_prim_seq(const shortSeq& shorts_in, const longSeq& longs_in, const floatSeq& floats_in,
                            const doubleSeq& doubles_in, const charSeq& chars_in, const stringSeq& strings_in,
                            shortSeq&, longSeq&, floatSeq&, doubleSeq&, charSeq&, stringSeq&, shortSeq_out shorts_out,
                            longSeq_out longs_out, floatSeq_out floats_out, doubleSeq_out doubles_out,
                            charSeq_out chars_out, stringSeq_out strings_out) override {
    shorts_out = new shortSeq(shorts_in);
    longs_out = new longSeq(longs_in);
    floats_out = new floatSeq(floats_in);
    doubles_out = new doubleSeq(doubles_in);
    chars_out = new charSeq(chars_in);
    strings_out = new stringSeq(strings_in);
    return served.note(shorts_in.length());
  }
  CORBA::Long test_struct_seq(const structSeq& in, structSeq&, structSeq_out out) override {
    out = new structSeq(in);
    return served.note(in.length());
  }
  Served served;
};

int serve(int argc, char** argv) {
  const classic::Termination termination;
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  std::string folder;
  measure::CommandLine command_line(classic::named("timing_server --ior-dir DIR"), "The Timing example's server.");
  command_line.required("ior-dir", folder, "where reqreply.ior and oneway.ior are written");
  if (!command_line.parse(argc, argv)) return 0;

  auto* const reqreply = new ReqReplyServant;
  auto* const oneway = new OnewayServant;
  const PortableServer::ServantBase_var keep_reqreply(reqreply);
  const PortableServer::ServantBase_var keep_oneway(oneway);
  classic::publish(orb, TestReqReply_var(reqreply->_this()), TestOneway_var(oneway->_this()), folder);
  classic::serve(orb, termination);
  std::cout << "served reqreply " << reqreply->served.calls << " calls " << reqreply->served.elements
            << " elements, oneway " << oneway->served.calls << " calls " << oneway->served.elements << " elements"
            << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return classic::run_program(classic::named("timing_server"), [&] { return serve(argc, argv); });
}
