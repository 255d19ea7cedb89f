// Constructs that are not supported yet are refused by name and place, and nothing is generated.
#include <gtest/gtest.h>

#include "emitted.hpp"

namespace {

struct Refusal {
  const char* name;
  const char* idl;
  const char* message;  // the first line that is printed
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, IsReportedByNameAndPlace) {
  const Emitted emitted = emit_idl(GetParam().idl, {}, "t.idl", "native N;\ntypedef sequence<N> Alias;\n");
  EXPECT_TRUE(emitted.files.empty());
  EXPECT_NE(emitted.messages.find(GetParam().message), std::string::npos) << emitted.messages;
}

INSTANTIATE_TEST_SUITE_P(
    Constructs, Refused,
    testing::Values(
        Refusal{"UndefinedValuetype", "valuetype V;\nstruct S { V held; };",
                "t.idl:2:12: error: valuetype 'V' is declared forward but never defined, and its definition is "
                "needed here"},
        Refusal{"UndefinedAbstractInterface", "abstract interface A;\ninterface I { A f(); };",
                "t.idl:2:15: error: interface 'A' is declared forward but never defined, and its definition is "
                "needed here"},
        Refusal{"NativeElement", "native N;\ntypedef sequence<N> Ns;\ninterface I { void f(in Ns all); };",
                "error: native type 'N' can be passed only within a local interface"},
        Refusal{"NativeArgument", "native N;\ninterface I { void f(in N n_arg); };",
                "error: native type 'N' can be passed only within a local interface"},
        Refusal{"ServantOfDimma", "module PortableServer { native Servant; };",
                "t.idl:1:32: error: 'PortableServer::Servant' is declared by <dimma/servant.hpp> of dimma, "
                "and IDL cannot declare it again; omit it, or use another name or module"},
        Refusal{"ConstantOfDimma", "module Messaging { const short SYNC_NONE = 0; };",
                "t.idl:1:32: error: 'Messaging::SYNC_NONE' is declared by <dimma/messaging.hpp> of dimma"},
        Refusal{"InterfaceOfDimma", "module PortableInterceptor { local interface Interceptor { }; };",
                "t.idl:1:46: error: 'PortableInterceptor::Interceptor' is declared by <dimma/interceptor.hpp> of"},
        Refusal{"OrbOfDimma", "module CORBA { interface ORB { }; };",
                "t.idl:1:26: error: 'CORBA::ORB' is declared by <dimma/corba.hpp> of dimma"},
        Refusal{"DefaultOfBitfieldBase", "bitset B { @optional bitfield<3> a; };",
                "t.idl:1:12: error: annotation '@optional' on a bitfield is not supported yet"},
        Refusal{"LargeBitset", "bitset B { bitfield<60> a; bitfield<5> c; };",
                "t.idl:1:8: error: bitset 'B' has 65 bits; at most 64 are allowed"},
        Refusal{"OptionalElement", "struct S { sequence<@external long> x; };",
                "t.idl:1:21: error: annotation '@external' on an element is not supported yet"},
        Refusal{"OptionalInterface", "@optional interface I {};",
                "t.idl:1:1: error: annotation '@optional' on an interface is not supported yet"},
        Refusal{"OtherMapping", "@cpp_mapping(UPSIDE_DOWN) struct S { long x; };",
                "t.idl:1:1: error: this form of @cpp_mapping is not supported yet"},
        Refusal{"LoanedMember", "@loaned typedef sequence<octet> L;\nstruct S { L held; };",
                "t.idl:2:14: error: a loaned sequence (@loaned) in a member is not supported"},
        Refusal{"LoanedBranch", "@loaned typedef sequence<octet> L;\nunion U switch (long) { case 1: L held; };",
                "t.idl:2:35: error: a loaned sequence (@loaned) in a union branch is not supported"},
        Refusal{"LoanedElement", "@loaned typedef sequence<octet> L;\ntypedef sequence<L> Ls;",
                "t.idl:2:18: error: a loaned sequence (@loaned) in a sequence, array or map is not supported"},
        Refusal{"LoanedArray",
                "@loaned typedef sequence<octet> L;\ninterface I { void f(in L data); };\ntypedef L Two[2];",
                "t.idl:3:9: error: a loaned sequence (@loaned) in a sequence, array or map is not supported"},
        Refusal{"LoanedSequence", "typedef @loaned sequence<octet> L;",
                "t.idl:1:9: error: @loaned is for a typedef of a sequence, and must precede the word typedef"},
        Refusal{"AliasFromAnotherFile", "#include \"included.idl\"\ninterface I { readonly attribute Alias all; };",
                "included.idl:2:18: error: native type 'N' can be passed only within a local interface"}),
    [](const auto& refusal) { return refusal.param.name; });

TEST(UndefinedTypes, MayBeDeclaredAndPassedWithinTheProcess) {
  const Emitted emitted = emit_idl(
      "valuetype V; abstract valuetype A; abstract interface I; local interface L;\n"
      "typedef sequence<L> Ls; typedef sequence<V, 3> Vs; typedef Vs Pair[2]; typedef map<long, A> As;\n"
      "local interface User { void use(in L local_one, inout V value, out A other); readonly attribute I thing;\n"
      "  void all(in Ls one, inout Vs two, out Pair three, in As four); };\n");
  EXPECT_FALSE(emitted.files.empty()) << emitted.messages;
  EXPECT_NE(emitted.messages.find("t.idl:1:11: warning: valuetype 'V' is declared forward but never defined"),
            std::string::npos)
      << emitted.messages;
}

TEST(UndefinedTypes, AreNotSentByTheirAliases) {
  const Emitted emitted = emit_idl(
      "valuetype V; typedef sequence<V> Vs; typedef Vs Same[2];\n"
      "struct S { long a; Same all; };\ninterface I { void f(in Vs all_of_them); };\n");
  EXPECT_TRUE(emitted.files.empty());
  const std::string why =
      " error: valuetype 'V' is declared forward but never defined, and its definition is needed here";
  EXPECT_NE(emitted.messages.find("t.idl:2:20:" + why), std::string::npos) << emitted.messages;
  EXPECT_NE(emitted.messages.find("t.idl:3:25:" + why), std::string::npos) << emitted.messages;
}

TEST(Refusals, ReportEachConstructInOneRun) {
  const Emitted emitted = emit_idl(
      "bitset U { bitfield<60> a; bitfield<5> b; };\nbitset A { bitfield<60> a; bitfield<5> b; };\n"
      "struct S { A a_member; U u_member; };\n");
  EXPECT_NE(emitted.messages.find("t.idl:1:8"), std::string::npos);
  EXPECT_NE(emitted.messages.find("t.idl:2:8"), std::string::npos);
  // A use of the refused types is not reported as well.
  EXPECT_EQ(emitted.messages.find("t.idl:3"), std::string::npos) << emitted.messages;
}

TEST(Refusals, DoNotConcernIncludedFilesThatAreNotUsed) {
  const Emitted emitted = emit_idl("#include \"included.idl\"\nstruct S { long x; };", {}, "t.idl",
                                   "bitset U { bitfield<60> a; bitfield<5> b; };");
  EXPECT_EQ(emitted.files.size(), 4U) << emitted.messages;
}

TEST(Refusals, NameAbstractInterfacesThatAreNeverDefined) {
  const Emitted emitted = emit_idl("abstract interface I;\ninterface J { void f(in I i_arg); };");
  EXPECT_TRUE(emitted.files.empty());
  EXPECT_NE(emitted.messages.find("t.idl:2:25: error:"), std::string::npos) << emitted.messages;
}

TEST(Annotations, ThatMeanNothingToTheMappingAreAccepted) {
  const Emitted emitted = emit_idl("struct S { @key long x; @unit(\"m\") double y; };");
  EXPECT_EQ(emitted.files.size(), 4U) << emitted.messages;
}

}  // namespace
