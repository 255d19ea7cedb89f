// The table of names of `dimma port`, and the uses that are counted by it.
#include "services/tools/port/build_words.hpp"
#include "services/tools/port/cpp_names.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace dimma::tools::port {
namespace {

constexpr const char* text = R"(# A comment
has name
  CORBA::Object{,_ptr} CORBA::Any
has member
  CORBA::ORB::run CORBA::ORB::string_to_object
lacks name: do without
  CosEvents::* omni_thread
lacks qualified: convert it
  CORBA::Any::to_value
differs member: beware
  CORBA::ORB::create_policy
has generated
  POA_* _narrow
has common
  *_var
lacks generated: call later
  sendc_*
has header
  *.hh ORB/CORBA.h
lacks header: leave it out
  ORB/*
has build
  omniidl
lacks build: link another
  omniORB4
)";

const Table& known() {
  static const Table table(text);
  return table;
}

// "STATUS NAME*USES ..." in the order of the names.
std::string summary(const std::vector<Use>& uses) {
  Usage usage;
  usage.add("file", uses);
  std::string all;
  for (const Status status : {Status::has, Status::differs, Status::lacks}) {
    for (const Count& count : usage.counts(status)) {
      all += (all.empty() ? "" : " ") + std::string(to_string(status)) + ' ' + count.entry.name + '*' +
             std::to_string(count.uses);
    }
  }
  return all;
}

std::string in_cpp(std::string_view source) { return summary(cpp_uses(known(), source)); }
std::string in_makefile(std::string_view source) { return summary(build_uses(known(), source)); }

TEST(PortTable, RefusesMistakesWithTheirLine) {
  const auto message = [](const char* wrong) -> std::string {
    try {
      const Table table{std::string_view(wrong)};
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message("has name\n  A\n"), "accepted");
  EXPECT_EQ(message("# x\n  A\n"), "names.txt:2: names before the first heading");
  EXPECT_EQ(message("had name\n  A\n"), "names.txt:1: 'had' is not a status");
  EXPECT_EQ(message("has names\n  A\n"), "names.txt:1: 'names' is not a kind");
  EXPECT_EQ(message("lacks name\n  A\n"), "names.txt:1: there is no advice");
  EXPECT_EQ(message("has name\n  A A\n"), "names.txt has 'A' twice");
}

TEST(PortTable, PrefersNamesToPatternsAndLongPatternsToShortOnes) {
  const Table table("has name\n  A_x\nlacks name: no\n  A_*\ndiffers name: maybe\n  A_lo*\n");
  EXPECT_EQ(table.name("A_x")->status, Status::has);
  EXPECT_EQ(table.name("A_y")->status, Status::lacks);
  EXPECT_EQ(table.name("A_long")->status, Status::differs);
  EXPECT_EQ(table.name("A"), nullptr);
}

TEST(PortTable, IsCompiledIn) {
  EXPECT_NE(table().name("CORBA::Object_var"), nullptr);
  EXPECT_EQ(table().name("CORBA::Object_var")->status, Status::has);
}

TEST(CppNames, AreCounted) {
  EXPECT_EQ(in_cpp("CORBA::Object_ptr a; CORBA::Object_ptr b; CORBA::Any c;"),
            "has CORBA::Object_ptr*2 has CORBA::Any*1");
  EXPECT_EQ(in_cpp("CORBA::ORB::create_policy; orb->create_policy(); orb.run();"),
            "differs CORBA::ORB::create_policy*2");
  EXPECT_EQ(in_cpp("CORBA::Any a; a.to_value(); b = &CORBA::Any::to_value;"),
            "has CORBA::Any*1 lacks CORBA::Any::to_value*1");
  EXPECT_EQ(in_cpp("CORBA::Object::_narrow(x)"), "has _narrow*1 has CORBA::Object*1");
  EXPECT_EQ(in_cpp("class A : public POA_M::Echo, omni_thread {};"), "has POA_**1 lacks omni_thread*1");
  EXPECT_EQ(in_cpp("M::Echo_var e = M::Echo::_narrow(o); e->sendc_x();"), "has *_var*1 has _narrow*1 lacks sendc_**1");
}

TEST(CppNames, AreLackingIfTheirNamespaceIsKnown) {
  EXPECT_EQ(in_cpp("CORBA::Strange::x y; Other::Strange z;"), "lacks CORBA::Strange*1");
  EXPECT_EQ(in_cpp("CosEvents::Channel::x y;"), "lacks CosEvents::Channel*1");
}

TEST(CppNames, OfOtherProgramsAreNotCounted) {
  EXPECT_EQ(in_cpp("int my_var; orb->create_policy();"), "");
  EXPECT_EQ(in_cpp("#include \"page.hh\"\nint my_var;"), "");
  EXPECT_EQ(in_cpp("CORBA::Any a; std::x_var b; boost::c_var d;"), "has CORBA::Any*1");
}

TEST(CppNames, AreFoundWithoutTheirNamespaceAfterUsingIt) {
  EXPECT_EQ(in_cpp("using namespace CORBA;\nObject_ptr a;"), "has CORBA::Object_ptr*1");
  EXPECT_EQ(in_cpp("using namespace Other; Object_ptr a; CORBA::Any b;"), "has CORBA::Any*1");
}

TEST(CppNames, OfHeadersAreThoseOfTheTable) {
  EXPECT_EQ(in_cpp("#include <ORB/CORBA.h>\n#include <ORB/inside.h>\n#include \"echo.hh\"\n#include <vector>\n"),
            "has *.hh*1 has ORB/CORBA.h*1 lacks ORB/inside.h*1");
}

TEST(BuildWords, AreLibrariesAndPrograms) {
  EXPECT_EQ(in_makefile("LIBS = -lomniORB4 -lm # -lomniORB4\n"), "lacks omniORB4*1");
  EXPECT_EQ(in_makefile("PKG_CHECK_MODULES([ORB], [omniORB4 >= 4.1])\nx: /usr/lib/libomniORB4.so.2\n"),
            "lacks omniORB4*2");
}

TEST(BuildWords, AreOptionsThatDimmaIdlTakesOrRefuses) {
  EXPECT_EQ(in_makefile("a.hh: a.idl\n\tomniidl -bcxx -Wbtp -C$(DIR) \\\n  -I. a.idl\n"),
            "has omniidl*1 has -C*1 has -Wbtp*1 has -bcxx*1");
  EXPECT_EQ(in_makefile("\ttao_idl -nonsense a.idl\n\tg++ -nonsense\n"), "lacks -nonsense*1");
  EXPECT_EQ(in_makefile("\tomniidl -hc .h a.idl\n"), "has omniidl*1 has -hc*1");
  const auto uses = build_uses(known(), "\n\ttao_idl \\\n -nonsense a.idl\n");
  ASSERT_EQ(uses.size(), 1U);
  EXPECT_EQ(uses[0].line, 2U);
  EXPECT_EQ(uses[0].entry.advice.substr(0, 10), "dimma-idl:");
}

TEST(Usage, OrdersNamesByFilesAndKeepsTheFirstPlace) {
  Usage usage;
  usage.add("one", cpp_uses(known(), "CORBA::Any a;\nCORBA::Any b; CORBA::Any c;\nCORBA::Object d;"));
  usage.add("two", cpp_uses(known(), "\nCORBA::Object d;"));
  const auto counts = usage.counts(Status::has);
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts[0].entry.name, "CORBA::Object");
  EXPECT_EQ(counts[0].files, 2U);
  EXPECT_EQ(counts[0].example.file, "one");
  EXPECT_EQ(counts[0].example.line, 3U);
  EXPECT_EQ(counts[1].uses, 3U);
  EXPECT_EQ(counts[1].files, 1U);
}

}  // namespace
}  // namespace dimma::tools::port
