#include "idl/output.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace dimma::idl {
namespace {

namespace fs = std::filesystem;

class OutputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "dimma-idl-output-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string content(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(OutputTest, WritesAllFiles) {
  EXPECT_EQ(write_files({{path("a"), "one", false}, {path("b"), "two", false}}), "");
  EXPECT_EQ(content(path("a")), "one");
  EXPECT_EQ(content(path("b")), "two");
  EXPECT_EQ(entries(), 2U);
}

TEST_F(OutputTest, LeavesUnchangedFilesAlone) {
  ASSERT_EQ(write_files({{path("a"), "one", false}, {path("b"), "two", false}}), "");
  const auto long_ago = fs::last_write_time(path("a")) - std::chrono::hours(1);
  fs::last_write_time(path("a"), long_ago);
  fs::last_write_time(path("b"), long_ago);
  ASSERT_EQ(write_files({{path("a"), "one", false}, {path("b"), "changed", false}}), "");
  EXPECT_EQ(fs::last_write_time(path("a")), long_ago);
  EXPECT_NE(fs::last_write_time(path("b")), long_ago);
}

TEST_F(OutputTest, WritesSomeFilesAlways) {
  ASSERT_EQ(write_files({{path("a"), "one", true}}), "");
  const auto long_ago = fs::last_write_time(path("a")) - std::chrono::hours(1);
  fs::last_write_time(path("a"), long_ago);
  ASSERT_EQ(write_files({{path("a"), "one", true}}), "");
  EXPECT_NE(fs::last_write_time(path("a")), long_ago);
}

TEST_F(OutputTest, AFileThatCannotBeWrittenLeavesNone) {
  const std::string problem = write_files({{path("a"), "one", false}, {path("missing/b"), "two", false}});
  EXPECT_NE(problem.find("missing/b"), std::string::npos);
  EXPECT_EQ(entries(), 0U);
}

TEST_F(OutputTest, MakesDirectories) {
  EXPECT_EQ(make_directories(path("x/y/z")), "");
  EXPECT_TRUE(fs::is_directory(path("x/y/z")));
  ASSERT_EQ(write_files({{path("file"), "", false}}), "");
  ASSERT_EQ(write_files({{path("file"), "text", false}}), "");
  EXPECT_NE(make_directories(path("file")), "");
}

TEST(MakeRule, EscapesWhatMakeWouldRead) {
  EXPECT_EQ(make_rule({"a.hpp", "a.cpp"}, {"a b.idl", "c$d#e.idl"}),
            "a.hpp a.cpp: \\\n  a\\ b.idl \\\n  c$$d\\#e.idl\n");
}

}  // namespace
}  // namespace dimma::idl
