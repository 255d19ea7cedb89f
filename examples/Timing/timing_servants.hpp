#pragma once
// The servants of the example's two objects. They count the calls and the elements of their arguments, and return the
// arguments as results.

#include <timing_skel.hpp>

#include <atomic>
#include <cstdint>
#include <string>

struct Served {
  std::atomic<std::uint64_t> calls{0};
  std::atomic<std::uint64_t> elements{0};

  std::int32_t note(std::size_t holds) noexcept {
    elements.fetch_add(holds, std::memory_order_relaxed);
    return static_cast<std::int32_t>(calls.fetch_add(1, std::memory_order_relaxed));
  }
};

class OnewayServant final : public virtual CORBA::servant_traits<TestOneway>::base_type {
 public:
  explicit OnewayServant(Served& served) : served_(served) {}

  void test_no_param() override { served_.note(0); }
  void test_prim_args(std::int16_t, std::int32_t, float, double, char, const std::string&) override { served_.note(1); }
  void test_struct(const PerfStruct&) override { served_.note(1); }
  void test_prim_seq(const shortSeq& shorts, const longSeq&, const floatSeq&, const doubleSeq&, const charSeq&,
                     const stringSeq&) override {
    served_.note(shorts.size());
  }
  void test_struct_seq(const structSeq& structs) override { served_.note(structs.size()); }

 private:
  Served& served_;
};

class ReqReplyServant final : public virtual CORBA::servant_traits<TestReqReply>::base_type {
 public:
  explicit ReqReplyServant(Served& served) : served_(served) {}

  std::int32_t test_prim_args(std::int16_t short_in, std::int32_t long_in, float float_in, double double_in,
                              char char_in, const std::string& string_in, std::int16_t&, std::int32_t&, float&, double&,
                              char&, std::string&, std::int16_t& short_out, std::int32_t& long_out, float& float_out,
                              double& double_out, char& char_out, std::string& string_out) override {
    short_out = short_in;
    long_out = long_in;
    float_out = float_in;
    double_out = double_in;
    char_out = char_in;
    string_out = string_in;
    return served_.note(1);
  }
  std::int32_t test_struct_args(const PerfStruct& in, PerfStruct&, PerfStruct& out) override {
    out = in;
    return served_.note(1);
  }
  std::int32_t test_prim_seq(const shortSeq& shorts_in, const longSeq& longs_in, const floatSeq& floats_in,
                             const doubleSeq& doubles_in, const charSeq& chars_in, const stringSeq& strings_in,
                             shortSeq&, longSeq&, floatSeq&, doubleSeq&, charSeq&, stringSeq&, shortSeq& shorts_out,
                             longSeq& longs_out, floatSeq& floats_out, doubleSeq& doubles_out, charSeq& chars_out,
                             stringSeq& strings_out) override {
    shorts_out = shorts_in;
    longs_out = longs_in;
    floats_out = floats_in;
    doubles_out = doubles_in;
    chars_out = chars_in;
    strings_out = strings_in;
    return served_.note(shorts_in.size());
  }
  std::int32_t test_struct_seq(const structSeq& in, structSeq&, structSeq& out) override {
    out = in;
    return served_.note(in.size());
  }

 private:
  Served& served_;
};
