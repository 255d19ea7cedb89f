// Calls with a completion token: which interfaces have them, what they take and complete with, and their names.
#include <gtest/gtest.h>

#include "emitted.hpp"

namespace {

using dimma::idl::Asynchronous;

Emitted emit(const std::string& idl, Asynchronous also = Asynchronous::None) {
  dimma::idl::EmitOptions options;
  options.completion_tokens = true;
  options.asynchronous = also != Asynchronous::None;
  return emit_idl(idl, options, "t.idl", {}, also);
}

::testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no " << part << " in\n" << text;
}
::testing::AssertionResult has_no(const std::string& text, const std::string& part) {
  if (text.find(part) == std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << part << " in\n" << text;
}

TEST(CompletionTokens, ArgumentsComeByValueAndResultsInOrder) {
  const auto emitted = emit(
      "typedef sequence<long> Many; typedef long Grid[2];\n"
      "interface I { string f(in Many a, inout I b, out double c, in Grid d, in long e); };\n");
  EXPECT_EQ(emitted.messages, "");
  const auto header = emitted.text("t.hpp");
  EXPECT_TRUE(has(header, "#include <dimma/generated/async_operation.hpp>"));
  EXPECT_TRUE(has(header, "template <class _Token = ::dimma::DefaultToken>"));
  EXPECT_TRUE(
      has(header, "auto async_f(::Many a, ::CORBA::object_reference<::I> b, const ::Grid& d, ::std::int32_t e,"));
  EXPECT_TRUE(has(header, "::std::move(b), d, e);"));
  EXPECT_TRUE(has(header, "using results = ::std::tuple<::std::string, ::CORBA::object_reference<::I>, double>;"));
  const auto source = emitted.text("t.cpp");
  EXPECT_TRUE(has(source, "::dimma::cdr::write(_out, ::std::get<3>(_values_of));"));
  EXPECT_TRUE(has(source, "::dimma::cdr::read(_in, ::std::get<2>(_values_of));"));
}

TEST(CompletionTokens, AttributesOnewaysAndExceptions) {
  const auto emitted = emit(
      "exception E { long x; }; interface A { readonly attribute long r; attribute string w setraises (E);\n"
      "oneway void o(in long n); void nothing() raises (E); };\n");
  const auto header = emitted.text("t.hpp");
  EXPECT_TRUE(has(header, "auto async_get_r(_Token&& _token = _Token()) const {"));
  EXPECT_TRUE(has(header, "auto async_set_w(::std::string _value, _Token&& _token = _Token()) const {"));
  EXPECT_TRUE(has_no(header, "async_set_r"));
  const auto source = emitted.text("t.cpp");
  EXPECT_TRUE(has(source, "_operation{.name = \"_get_r\"};"));
  EXPECT_TRUE(has(source, "_operation{.name = \"o\", .oneway = true};"));
  EXPECT_TRUE(has(source, "_operation{.name = \"_set_w\", .raises = _raises};"));
  EXPECT_TRUE(has(source, "void A::_async_nothing::write(::dimma::cdr::Encoder&, const arguments&) {"));
}

TEST(CompletionTokens, OnlyStubsHaveThem) {
  const auto emitted = emit(
      "local interface L { void g(); }; abstract interface B { void h(); };\n@flow interface F { oneway void i(); };\n"
      "interface C : B { };\n",
      Asynchronous::All);
  EXPECT_EQ(emitted.messages, "");
  const auto header = emitted.text("t.hpp");
  EXPECT_TRUE(has_no(header, "async_g("));
  EXPECT_TRUE(has_no(header, "async_i("));
  EXPECT_TRUE(has_no(header, "async_h_excep("));  // part of a reply handler
  const auto first = header.find("async_h(");
  EXPECT_GT(first, header.find("class C :"));
  EXPECT_EQ(header.find("auto async_h(", first + 1), std::string::npos);
  EXPECT_TRUE(has_no(emit("local interface L { void g(); };").text("t.hpp"), "async_operation.hpp"));
}

TEST(CompletionTokens, AreNotGeneratedWithoutTheOption) {
  const auto emitted = emit_idl("interface A { void f(); };", {}, "t.idl");
  EXPECT_TRUE(has_no(emitted.text("t.hpp"), "async_"));
  EXPECT_TRUE(has_no(emitted.text("t.cpp"), "async_"));
}

TEST(CompletionTokens, NamesThatAreTakenGetOthers) {
  const auto header = emit(R"(
interface Base {
  attribute long y;
  void async_later();
};
interface A : Base {
  void op();
  void async_op();
  void async_ami_op();
  attribute long x;
  void get_x();
  void get_y();
  void later();
  void class(in long token, in long A);
};
)")
                          .text("t.hpp");
  EXPECT_TRUE(has(header, "auto async_ami_ami_op("));
  EXPECT_TRUE(has(header, "auto async_async_op("));
  EXPECT_TRUE(has(header, "auto async_get_x("));
  EXPECT_TRUE(has(header, "auto async_ami_get_x("));
  EXPECT_TRUE(has(header, "auto async_get_y("));      // the attribute of the base
  EXPECT_TRUE(has(header, "auto async_ami_get_y("));  // the operation, which must not hide that
  EXPECT_TRUE(has(header, "auto async_ami_later("));
  EXPECT_TRUE(has(header, "auto async_class(::std::int32_t token, ::std::int32_t A_, "));
}

TEST(CompletionTokens, AnOperationThatSeveralBasesShareIsDefinedAgain) {
  const auto header = emit(R"(
abstract interface Locked { void unlock(); };
interface Porter : Locked { };
interface Guard : Locked { };
interface Warden : Porter, Guard { };
)")
                          .text("t.hpp");
  EXPECT_TRUE(has(header.substr(header.find("class Warden :")), "auto async_unlock("));
  EXPECT_TRUE(has_no(header, "async_ami_unlock"));
}

TEST(CompletionTokens, LoansAreMovedAndThoseOfAOnewayGivenAway) {
  const auto emitted = emit(
      "@loaned typedef sequence<octet> Octets;\n"
      "interface I { Octets swap(in Octets a, inout Octets b); oneway void take(in Octets a); };\n");
  EXPECT_EQ(emitted.messages, "");
  const auto header = emitted.text("t.hpp");
  EXPECT_TRUE(has(header, "auto async_swap(::Octets a, ::Octets b, "));
  EXPECT_TRUE(has(header, "::std::move(a),"));
  EXPECT_TRUE(has(header, "::std::move(b));"));
  EXPECT_TRUE(has(header, "using results = ::std::tuple<::Octets, ::Octets>;"));
  const auto source = emitted.text("t.cpp");
  const auto writer_of = [&](const std::string& operation) {
    const auto begin = source.find("_async_" + operation + "::write(");
    return source.substr(begin, source.find("_async_" + operation + "::read(") - begin);
  };
  EXPECT_TRUE(has(writer_of("take"), "const ::dimma::cdr::GivingLoans _loans(_out);"));
  EXPECT_TRUE(has_no(writer_of("swap"), "GivingLoans"));
}

}  // namespace
