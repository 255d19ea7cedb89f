// Skeletons of servants that reply later, as text; tests/unit/orb/deferred calls some.
#include <gtest/gtest.h>

#include "emitted.hpp"

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Emitted emit_deferred(const std::string& idl) {
  dimma::idl::EmitOptions options;
  options.deferred = true;
  return emit_idl(idl, options);
}

TEST(Deferred, IsNotGeneratedWithoutTheOption) {
  const Emitted emitted = emit_idl("interface I { void op(); };");
  EXPECT_EQ(emitted.files.size(), 4U);
  for (const auto& file : emitted.files) EXPECT_FALSE(contains(file.text, "deferred")) << file.path;
}

TEST(Deferred, TheTraitsOfTheOrdinarySkeletonNameIt) {
  const Emitted emitted = emit_deferred("module M { interface I { void op(); }; };");
  EXPECT_EQ(emitted.files.size(), 6U);
  const std::string text = emitted.text("t_skel.hpp");
  EXPECT_TRUE(contains(text, "class _deferred_I;")) << text;
  EXPECT_TRUE(contains(text, "using deferred_base_type = ::POA_M::_deferred_I;")) << text;
  EXPECT_FALSE(contains(text, "deferred_reply")) << text;
}

TEST(Deferred, ArgumentsAreValuesAndResultsAreTheReplys) {
  const std::string text =
      emit_deferred(
          "interface I { string op(in string a, inout long b, out string c); oneway void o(in long x);\n"
          "attribute long z; };")
          .text("t_deferred.hpp");
  EXPECT_TRUE(contains(text,
                       "op(::std::string a, ::std::int32_t b, "
                       "::dimma::deferred_reply<::std::string, ::std::int32_t,\n"))
      << text;
  EXPECT_TRUE(contains(text, "virtual void o(::std::int32_t x, ::dimma::deferred_reply<> _reply) = 0;")) << text;
  EXPECT_TRUE(contains(text, "virtual void z(::dimma::deferred_reply<::std::int32_t> _reply) = 0;")) << text;
  EXPECT_TRUE(contains(text, "virtual void z(::std::int32_t _value, ::dimma::deferred_reply<> _reply) = 0;")) << text;
}

TEST(Deferred, BasesAreDeferredAndAbstractOnesAreServedByTheInterface) {
  const Emitted emitted = emit_deferred(
      "abstract interface A { void one(); }; interface B { void two(); }; interface C : A, B { void three(); };");
  const std::string header = emitted.text("t_deferred.hpp");
  EXPECT_TRUE(contains(header, "class _deferred_C : public virtual ::_deferred_B {")) << header;
  EXPECT_FALSE(contains(header, "_deferred_A")) << header;
  const std::string source = emitted.text("t_deferred.cpp");
  EXPECT_TRUE(contains(source, "{\"one\", _serve_deferred_C::one},\n      {\"three\", _serve_deferred_C::three},"))
      << source;
  EXPECT_TRUE(contains(source, "return ::_deferred_B::_dispatch(_request);")) << source;
}

TEST(Deferred, AnOperationThatABaseServesIsNotDeclaredAgain) {
  const std::string header = emit_deferred(
                                 "abstract interface A { void one(); }; interface B : A { };\n"
                                 "interface C : A { }; interface D : B, C { void two(); };")
                                 .text("t_deferred.hpp");
  const std::string derived = header.substr(header.find("class _deferred_D"));
  EXPECT_TRUE(contains(derived, "virtual void two(")) << header;
  EXPECT_FALSE(contains(derived, "virtual void one(")) << header;
  EXPECT_TRUE(contains(header, "virtual void one(")) << header;
}

TEST(Awaitable, OperationsAreCoroutinesOfWhatTheyReturn) {
  dimma::idl::EmitOptions options;
  options.awaitable = true;
  const Emitted emitted = emit_idl(
      "interface B { oneway void o(in long x); };\n"
      "interface I : B { string op(in string a, inout long b, out string c); void v(out long d); void n(); };",
      options);
  EXPECT_TRUE(contains(emitted.text("t_skel.hpp"), "using awaitable_base_type = ::_awaitable_I;"));
  const std::string text = emitted.text("t_asio.hpp");
  EXPECT_TRUE(contains(text, "#include <dimma/asio/servant.hpp>\n")) << text;
  EXPECT_TRUE(contains(text, "class _awaitable_I : public virtual ::_awaitable_B {")) << text;
  EXPECT_TRUE(
      contains(text, "awaitable<::std::tuple<::std::string, ::std::int32_t, ::std::string>> op(::std::string a,"))
      << text;
  EXPECT_TRUE(contains(text, "awaitable<::std::int32_t> v() = 0;")) << text;
  EXPECT_TRUE(contains(text, "awaitable<void> n() = 0;")) << text;
  EXPECT_TRUE(contains(text, "awaitable<void> o(::std::int32_t x) = 0;")) << text;
}

TEST(Deferred, LocalInterfacesHaveNone) {
  EXPECT_FALSE(contains(emit_deferred("local interface L { void op(); };").text("t_deferred.hpp"), "class"));
}

TEST(Deferred, LoansAreMovedInAndGoWithTheReply) {
  dimma::idl::EmitOptions options;
  options.deferred = options.awaitable = true;
  const Emitted emitted = emit_idl(
      "@loaned typedef sequence<octet> Octets;\ninterface I { Octets f(in Octets a, out Octets b); };", options);
  EXPECT_EQ(emitted.messages, "");
  const std::string deferred = emitted.text("t_deferred.hpp");
  EXPECT_TRUE(contains(deferred, "f(::Octets a, ::dimma::deferred_reply<::Octets, ::Octets> _reply) = 0;")) << deferred;
  EXPECT_TRUE(contains(emitted.text("t_deferred.cpp"), "_servant.f(::std::move(a),")) << emitted.text("t_deferred.cpp");
  const std::string awaitable = emitted.text("t_asio.hpp");
  EXPECT_TRUE(contains(awaitable, "::boost::asio::awaitable<::std::tuple<::Octets, ::Octets>> f(::Octets a) = 0;"))
      << awaitable;
  EXPECT_TRUE(contains(awaitable, "serve_awaitable<::Octets, ::Octets>(")) << awaitable;
}

}  // namespace
