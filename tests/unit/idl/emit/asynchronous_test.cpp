// Implied IDL: which interfaces have asynchronous calls, and the names of their handlers and operations.
#include <gtest/gtest.h>

#include "emitted.hpp"

namespace {

using dimma::idl::Asynchronous;

Emitted emit(const std::string& idl, Asynchronous which = Asynchronous::Named, const std::string& included = {}) {
  dimma::idl::EmitOptions options;
  options.asynchronous = which != Asynchronous::None;
  return emit_idl(idl, options, "t.idl", included, which);
}

::testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no " << part << " in\n" << text;
}

TEST(Asynchronous, OnlyWhatAPragmaNamesAndItsBases) {
  const auto emitted = emit(
      "module M { interface Base { void f(); }; interface A : Base { void g(); }; interface Other { void h(); }; };\n"
      "#pragma ami \"M::A\"\n");
  EXPECT_EQ(emitted.messages, "");
  EXPECT_EQ(emitted.files.size(), 5U);
  const auto header = emitted.text("t.hpp");
  EXPECT_TRUE(has(header, "#include <dimma/reply_handler.hpp>"));
  EXPECT_TRUE(has(header, "class AMI_BaseHandler : public virtual ::Messaging::ReplyHandler"));
  EXPECT_TRUE(has(header, "class AMI_AHandler : public virtual ::M::AMI_BaseHandler"));
  EXPECT_TRUE(has(header, "void sendc_g(::CORBA::object_reference<::M::AMI_AHandler> ami_handler);"));
  EXPECT_TRUE(has(header, "\"IDL:M/AMI_AHandler:1.0\""));
  EXPECT_EQ(header.find("OtherHandler"), std::string::npos);
  EXPECT_TRUE(has(emitted.text("t_skel.hpp"), "#include <dimma/generated/reply_handler_skel.hpp>"));
  EXPECT_TRUE(has(emitted.text("t_ami.hpp"), "struct CORBA::amic_traits<::M::A> : ::IDL::traits<::M::A>"));
}

TEST(Asynchronous, HeadersOfIncludedFilesAreIncludedWhereTheyHaveSomething) {
  const std::string idl = "#include \"included.idl\"\ninterface A { void f(); };\n#pragma ami \"A\"\n";
  const std::string include = "#include \"included_ami.hpp\"\n";
  const auto with = emit(idl, Asynchronous::Named, "interface B { void g(); };\n#pragma ami \"B\"\n");
  EXPECT_TRUE(has(with.text("t_ami.hpp"), "#include \"t_skel.hpp\"\n\n" + include));
  EXPECT_TRUE(has(emit(idl, Asynchronous::All, "interface B { void g(); };\n").text("t_ami.hpp"), include));
  EXPECT_EQ(emit(idl, Asynchronous::Named, "interface B { void g(); };\n").text("t_ami.hpp").find("included"),
            std::string::npos);
  EXPECT_EQ(emit(idl, Asynchronous::All, "struct B { long g; };\n").text("t_ami.hpp").find("included"),
            std::string::npos);
}

TEST(Asynchronous, IsNotGeneratedWithoutTheOption) {
  const std::string idl = "interface A { void f(); };\n#pragma ami \"A\"\n#pragma ami nonsense\n";
  const auto emitted = emit(idl, Asynchronous::None);
  EXPECT_EQ(emitted.messages, "");
  EXPECT_EQ(emitted.files.size(), 4U);
  EXPECT_EQ(emitted.text("t.hpp").find("sendc_"), std::string::npos);
}

TEST(Asynchronous, AllThatCanBe) {
  const auto emitted = emit(
      "#pragma prefix \"x\"\ninterface A { void f(); };\nlocal interface L { void g(); };\n"
      "abstract interface B { void h(in long n); };\ninterface C : A, B { };\n@flow interface F { oneway void i(); "
      "};\n",
      Asynchronous::All);
  EXPECT_EQ(emitted.messages, "");
  const auto header = emitted.text("t.hpp");
  EXPECT_TRUE(has(header, "class AMI_CHandler : public virtual ::AMI_AHandler"));
  EXPECT_TRUE(has(header, "\"IDL:x/AMI_CHandler:1.0\""));
  EXPECT_TRUE(has(header, "void sendc_h(::CORBA::object_reference<::AMI_CHandler> ami_handler, ::std::int32_t n);"));
  for (const char* none : {"AMI_LHandler", "AMI_BHandler", "AMI_FHandler"}) {
    EXPECT_EQ(header.find(none), std::string::npos) << none;
  }
}

TEST(Asynchronous, NamesThatAreTakenGetOthers) {
  const auto header = emit(R"(
interface A {
  void op();
  void sendc_op();
  void sendc_ami_op();
  void op_excep();
  attribute long x;
  void get_x();
  void GET_X_excep();
  void class(in long AMI_handler);
};
interface AMI_AHandler { };
enum E { ami_AMI_AHandler };
#pragma ami "A"
)")
                          .text("t.hpp");
  EXPECT_TRUE(has(header, "class AMI_AMI_AMI_AHandler : public virtual ::Messaging::ReplyHandler"));
  EXPECT_TRUE(has(header, "void sendc_ami_ami_op("));
  EXPECT_TRUE(has(header, "void sendc_sendc_op("));
  EXPECT_TRUE(has(header, "virtual void op_ami_excep("));
  EXPECT_TRUE(has(header, "virtual void op_excep_excep("));
  EXPECT_TRUE(has(header, "virtual void ami_get_x(::std::int32_t ami_return_val) = 0;"));
  EXPECT_TRUE(has(header, "virtual void get_x_ami_excep("));
  EXPECT_TRUE(has(header, "virtual void _cxx_class() = 0;"));
  EXPECT_TRUE(has(header, "virtual void class_excep("));
  EXPECT_TRUE(has(header, "void sendc_class("));
}

TEST(Asynchronous, OnewaysMayBeLeftOut) {
  const auto header = emit("interface A { oneway void f(in long n); };\n#pragma corba_ami \"::A\"\n").text("t.hpp");
  EXPECT_TRUE(has(header, "virtual void f() {}"));
  EXPECT_TRUE(has(header, "virtual void f_excep(::CORBA::valuetype_reference<::Messaging::ExceptionHolder>) {}"));
  EXPECT_TRUE(has(header, "void sendc_f("));
}

TEST(Asynchronous, APragmaThatNamesNothingUsableIsReported) {
  const auto message = [](const std::string& idl, const std::string& included = {}) {
    const auto emitted = emit(idl, Asynchronous::Named, included);
    EXPECT_TRUE(emitted.files.empty());
    return emitted.messages;
  };
  EXPECT_TRUE(
      has(message("interface X { };\n#pragma ami \"M::A\"\n"), "t.idl:2:9: error: there is no interface 'M::A'"));
  EXPECT_TRUE(has(message("struct S { long x; };\n#pragma ami \"S\"\n"), "there is no interface 'S'"));
  EXPECT_TRUE(has(message("interface A { };\n#pragma ami A\n"), "expected #pragma ami \"name of an interface\""));
  EXPECT_TRUE(
      has(message("local interface L { };\n#pragma ami \"L\"\n"), "'L' cannot be called asynchronously: it is local"));
  EXPECT_TRUE(has(message("abstract interface B { };\n#pragma ami \"B\"\n"), "it is abstract"));
  EXPECT_TRUE(has(message("interface D;\n#pragma ami \"D\"\n"), "it is declared forward only"));
  EXPECT_TRUE(has(message("@flow interface F { };\n#pragma ami \"F\"\n"), "a flow has no replies"));
  EXPECT_TRUE(
      has(message("#include \"included.idl\"\ninterface A : Base { };\n#pragma ami \"A\"\n", "interface Base { };"),
          "'A' derives from 'Base', which no pragma of its own file names"));
}

TEST(Asynchronous, AHandlerOfAnotherFileIsItsOwn) {
  const auto emitted = emit("#include \"included.idl\"\ninterface A : Base { };\n#pragma ami \"A\"\n",
                            Asynchronous::Named, "interface Base { };\n#pragma ami \"Base\"\n");
  EXPECT_EQ(emitted.messages, "");
  const auto header = emitted.text("t.hpp");
  EXPECT_TRUE(has(header, "class AMI_AHandler : public virtual ::AMI_BaseHandler"));
  EXPECT_EQ(header.find("class AMI_BaseHandler :"), std::string::npos);
}

TEST(Asynchronous, NamingOneTwiceIsAWarning) {
  const auto emitted = emit("interface A { };\n#pragma ami \"A\"\n#pragma corba_ami \"::A\"\n");
  EXPECT_EQ(emitted.files.size(), 5U);
  EXPECT_TRUE(has(emitted.messages, "t.idl:3:9: warning: 'A' is already named by a pragma"));
}

TEST(Asynchronous, LoansAreMovedAndThoseOfAOnewayAreAnswered) {
  const Emitted emitted = emit(
      "@loaned typedef sequence<octet> Octets;\n"
      "interface I { Octets f(in Octets a, out Octets b); oneway void take(in Octets a); };\n",
      Asynchronous::All);
  EXPECT_EQ(emitted.messages, "");
  const std::string header = emitted.text("t.hpp");
  EXPECT_NE(header.find("void sendc_f(::CORBA::object_reference<::AMI_IHandler> ami_handler, ::Octets a);"),
            std::string::npos)
      << header;
  EXPECT_NE(header.find("virtual void f(::Octets ami_return_val, ::Octets b);"), std::string::npos) << header;
  const std::string source = emitted.text("t.cpp");
  const auto begin = source.find("void I::sendc_take(");
  const std::string function = source.substr(begin, source.find("\n}\n", begin) - begin);
  EXPECT_NE(function.find("[a = ::std::move(a)](::dimma::cdr::Encoder& _out) {"), std::string::npos) << function;
  EXPECT_EQ(function.find("GivingLoans"), std::string::npos) << function;
}

}  // namespace
