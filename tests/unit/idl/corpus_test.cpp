// Walks the corpora: a legal file must pass without a message, an illegal one must give exactly the diagnostics that
// its `// expect: line:column severity: message` comments name.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "idl/parse/front.hpp"

namespace dimma::idl {
namespace {

namespace fs = std::filesystem;

const std::string own_idl = std::string(DIMMA_IDL_CORPUS) + "/../../idl";  // the installed files

std::vector<std::string> files_in_folder(const std::string& folder) {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".idl") found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> files_in(const std::string& folder) {
  return files_in_folder(std::string(DIMMA_IDL_CORPUS) + "/" + folder);
}

std::vector<std::string> expectations(const std::string& path) {
  std::vector<std::string> expected;
  std::ifstream file(path, std::ios::binary);
  const std::string mark = "// expect: ";
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(mark, 0) == 0) expected.push_back(line.substr(mark.size()));
  }
  return expected;
}

std::vector<std::string> diagnostics_of(const std::string& path, bool& accepted) {
  SourceFiles files;
  Diagnostics diagnostics(files);
  PreprocessOptions options;
  options.own_directory = own_idl;
  accepted = read_specification(path, DiskReader(), options, files, diagnostics).specification != nullptr;
  std::vector<std::string> found;
  for (const Diagnostic& each : diagnostics.all()) {
    if (each.severity == Severity::Note) continue;
    const SourceLocation& at = each.range.begin;
    std::string where = std::to_string(at.line) + ":" + std::to_string(at.column);
    if (at.file < files.size() && files.path(at.file) != path) {
      where = fs::relative(files.path(at.file), fs::path(path).parent_path()).string() + ":" + where;
    }
    found.push_back(where + (each.severity == Severity::Error ? " error: " : " warning: ") + each.message);
  }
  return found;
}

class LegalIdl : public ::testing::TestWithParam<std::string> {};
class IllegalIdl : public ::testing::TestWithParam<std::string> {};

TEST_P(LegalIdl, PassesWithoutAWord) {
  bool accepted = false;
  EXPECT_EQ(diagnostics_of(GetParam(), accepted), std::vector<std::string>());
  EXPECT_TRUE(accepted);
}

TEST_P(IllegalIdl, GivesTheExpectedDiagnostics) {
  const std::vector<std::string> expected = expectations(GetParam());
  ASSERT_FALSE(expected.empty()) << "the file has no '// expect: ' line";
  bool accepted = false;
  EXPECT_EQ(diagnostics_of(GetParam(), accepted), expected);
  const bool any_error = std::any_of(expected.begin(), expected.end(), [](const std::string& each) {
    return each.find(" error: ") != std::string::npos;
  });
  EXPECT_EQ(accepted, !any_error);
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  return fs::path(info.param).stem().string();
}

// An empty folder makes GoogleTest fail the uninstantiated suite.
INSTANTIATE_TEST_SUITE_P(Corpus, LegalIdl, ::testing::ValuesIn(files_in("legal")), test_name);
INSTANTIATE_TEST_SUITE_P(Installed, LegalIdl, ::testing::ValuesIn(files_in_folder(own_idl)), test_name);
INSTANTIATE_TEST_SUITE_P(Corpus, IllegalIdl, ::testing::ValuesIn(files_in("illegal")), test_name);

TEST(Corpora, AreNotEmpty) {
  EXPECT_GE(files_in("legal").size(), 10U);
  EXPECT_GE(files_in("illegal").size(), 100U);
}

}  // namespace
}  // namespace dimma::idl
