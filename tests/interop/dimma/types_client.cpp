// dimma_types_client --root REF [--qos QOS] [--wide yes|no|skip] [--dimma-...]: checks a server of types.idl, prints
// each check and its outcome; status 0 if all passed. --wide skip: sends no wide characters. --wide no: the connection
// uses GIOP 1.0, which has none.

#include "common/checks.hpp"
#include "common/program.hpp"
#include "dimma/client.hpp"
#include "dimma/types_values.hpp"

#include <algorithm>

namespace mapped {
namespace {

using checks::require;
using EchoRef = IDL::traits<Types::Echo>::ref_type;

constexpr std::uint32_t seeds = 200;

template <class T>
bool alike(const T& left, const T& right) {
  return left == right;
}

// Compares two values with an Any in them by the octets that would be sent.
template <class T>
bool alike_on_the_wire(const T& left, const T& right) {
  dimma::cdr::Buffer of_left;
  dimma::cdr::Buffer of_right;
  dimma::cdr::Encoder left_out(of_left);
  dimma::cdr::Encoder right_out(of_right);
  dimma::cdr::write(left_out, left);
  dimma::cdr::write(right_out, right);
  return std::ranges::equal(left_out.octets(), right_out.octets());
}
bool alike(const CORBA::Any& left, const CORBA::Any& right) { return alike_on_the_wire(left, right); }
bool alike(const Types::Anys& left, const Types::Anys& right) { return alike_on_the_wire(left, right); }

template <class Make, class EchoIt>
void check_echo(Make make, EchoIt echo) {
  for (std::uint32_t seed = 0; seed < seeds; ++seed) {
    Values values(seed);
    const auto a = make(values);
    const auto b = make(values);
    auto first = b;
    auto second = make(values);
    const auto result = echo(a, first, second);
    const std::string where = " differs for seed " + std::to_string(seed);
    require(alike(result, a), "the result" + where);
    require(alike(first, a), "b" + where);
    require(alike(second, b), "c" + where);
  }
}

#define CHECK(TYPE, MAKE)                                                              \
  checks.run("echo_" #TYPE, [&] {                                                      \
    check_echo([](Values& values) { return values.MAKE(); },                           \
               [&](auto& a, auto& b, auto& c) { return echo->echo_##TYPE(a, b, c); }); \
  });

void check_exceptions(const EchoRef& echo) {
  Types::Choice refused;
  refused.number(666);
  Types::Choice why;
  why.text("why", -3);
  Types::Choice out;
  try {
    echo->echo_Choice(refused, why, out);
  } catch (const Types::Refused& exception) {
    require(exception.why() == why, "the exception's member differs");
    return;
  }
  throw checks::Failed("no exception");
}

void check_wide_exceptions(const EchoRef& echo) {
  Types::Wide a;
  a.letter(L'x');
  a.row({L'a', L'b', L'c'});
  a.narrow("refuse");
  a.text(L"\u20ac");
  Types::Wide b = a;
  Types::Wide c;
  try {
    echo->echo_Wide(a, b, c);
  } catch (const Types::WideRefused& exception) {
    require(exception.why() == L"\u20ac", "the exception's member differs");
    return;
  }
  throw checks::Failed("no exception");
}

void check_no_wide(const EchoRef& echo) {
  try {
    echo->twice(L"a", L'b');
  } catch (const CORBA::MARSHAL& exception) {
    checks::require_equal(exception.completed(), CORBA::COMPLETED_NO, "completed");
    return;
  }
  throw checks::Failed("a wide character went through GIOP 1.0");
}

void check_wide(checks::Checks& checks, const EchoRef& echo) {
  CHECK(Wide, wide)
  checks.run("twice", [&] { require(echo->twice(L"a\u20ac", L'b') == L"a\u20acba\u20ac", "the text differs"); });
  checks.run("wide_exceptions", [&] { check_wide_exceptions(echo); });
}

template <class T>
void check_rebuilt(const EchoRef& echo, const T& value) {
  CORBA::Any any;
  any <<= value;
  const CORBA::Any result = echo->rebuilt(any);
  require(result.type()->equal(any.type()), "the TypeCode differs");
  T taken = T();
  require(result >>= taken, "the value cannot be taken out");
  CORBA::Any again;
  again <<= taken;
  require(alike(again, any), "what was taken out and put in again differs");
}

void check_any(checks::Checks& checks, const EchoRef& echo, const std::string& wide) {
  CHECK(any, any)
  CHECK(Anys, anys)
  checks.run("rebuilt", [&] {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      Values values(seed);
      check_rebuilt(echo, values.unions());
      check_rebuilt(echo, values.tree());
      check_rebuilt(echo, values.suit());
      if (wide == "yes") check_rebuilt(echo, values.wide());
    }
  });
  checks.run("any_of_a_reference", [&] {
    CORBA::Any any;
    any <<= echo;
    EchoRef same;
    require(echo->rebuilt(any) >>= same, "no reference to an Echo");
    require(static_cast<bool>(same) && same->_is_equivalent(echo), "another object");
    CORBA::object_reference<CORBA::Object> object;
    require(echo->rebuilt(any) >>= object, "no reference to an Object");
  });
  checks.run("type_of", [&] {
    Values values(1);
    CORBA::Any any;
    any <<= values.tree();
    require(echo->type_of(any)->equal(Types::_tc_Tree), "the TypeCode of Tree differs");
    any <<= values.unions();
    require(echo->type_of(any)->equal(Types::_tc_Unions), "the TypeCode of Unions differs");
  });
}

int check(int argc, char** argv) {
  auto orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  auto echo = IDL::traits<Types::Echo>::narrow(orb->string_to_object(options.required("--root")));
  require(static_cast<bool>(echo), "--root is no Types::Echo");
  int status = 0;
  {
    Bindings bindings(options.optional("--qos", ""));
    echo = bindings.through(echo);
    checks::Checks checks(describe_exception);
    CHECK(Choice, choice)
    CHECK(Unions, unions)
    CHECK(Tree, tree)
    checks.run("exceptions", [&] { check_exceptions(echo); });
    const std::string wide = options.optional("--wide", "yes");
    check_any(checks, echo, wide);
    if (wide == "yes") {
      check_wide(checks, echo);
    } else if (wide == "no") {
      checks.run("no_wide", [&] { check_no_wide(echo); });
    }
    status = checks.finish();
  }
  orb->destroy();
  return status;
}

}  // namespace
}  // namespace mapped

int main(int argc, char** argv) {
  return mapped::run_client("types", [&] { return mapped::check(argc, argv); });
}
