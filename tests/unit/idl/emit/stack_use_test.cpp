// Warnings about arguments and results that would not fit on a thread's stack.
#include <gtest/gtest.h>

#include "emitted.hpp"

namespace {

std::string warnings_of(const std::string& idl) {
  const Emitted emitted = emit_idl(idl);
  EXPECT_FALSE(emitted.files.empty()) << emitted.messages;
  return emitted.messages;
}

bool warns(const std::string& idl) {
  return warnings_of(idl).find("of the stack of the serving thread") != std::string::npos;
}

TEST(StackUse, IsWarnedOfAtTheLargestPart) {
  const std::string said =
      warnings_of("typedef octet Block[4096][4096];\ninterface I {\n  void put(in long at, in Block which);\n};\n");
  EXPECT_NE(said.find("t.idl:3:33: warning: the values of operation 'I::put' take 16 MiB of the stack"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("use a sequence"), std::string::npos);
}

TEST(StackUse, CountsAllOfAnOperationTogether) {
  const std::string half = "typedef octet Half[524288];\n";
  EXPECT_FALSE(warns(half + "interface I { void put(in Half which); attribute Half kept; };"));
  EXPECT_TRUE(warns(half + "interface I { void put(in Half a, in Half b, in octet c); };"));
  EXPECT_TRUE(warns(half + "interface I { Half change(out Half a, in octet c); };"));
}

TEST(StackUse, LooksIntoStructsAndUnions) {
  const std::string types =
      "typedef double Row[100000]; struct Base { Row x; }; struct Both : Base { Row y; };\n"
      "union Either switch (long) { case 1: Row r; case 2: Both b; };\n";
  EXPECT_FALSE(warns(types + "interface I { void put(in Base which); };"));
  EXPECT_TRUE(warns(types + "interface I { void put(in Both which); };"));
  EXPECT_TRUE(warns(types + "interface I { attribute Either which; };"));
}

TEST(StackUse, LeavesOutTypesThatAreNotOnTheStack) {
  const std::string types =
      "typedef octet Block[4096][4096]; typedef sequence<Block> Blocks; struct Apart { @external Block held; };\n"
      "struct Node; typedef sequence<Node> Nodes; struct Node { Nodes all[1000]; };\n";
  EXPECT_FALSE(warns(types + "interface I { Blocks all(in Apart a, in Node n); };"));
  EXPECT_FALSE(warns(types + "local interface L { void put(in Block which); };"));
  EXPECT_FALSE(warns(types + "struct Unused { Block large; };"));
}

TEST(StackUse, DoesNotOverflow) {
  EXPECT_TRUE(
      warns("typedef long Huge[2147483647][2147483647][2147483647][2147483647];\n"
            "interface I { void put(in Huge which); };"));
}

}  // namespace
