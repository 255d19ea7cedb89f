#include "idl/text/format_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "idl/preprocess/preprocess.hpp"
#include "idl/text/lexer.hpp"
#include "idl/text/source_pieces.hpp"

namespace dimma::idl {
namespace {

TEST(FormatSource, LaysOut) {
  EXPECT_EQ(format_source("\n\nmodule  M{\n\n\n\ninterface I:A,B{\n"
                          "void f( in  long a ,out M :: S s )  raises(E);\n"
                          "/* kept\n as  it is */\n"
                          "};\n};"),
            "module M {\n\n  interface I : A, B {\n"
            "    void f(in long a, out M ::S s) raises(E);\n"
            "    /* kept\n as  it is */\n"
            "  };\n};\n");
  EXPECT_EQ(format_source("const long A=-1+ 2*~3;   // why\r\nconst long B =\n4;\r"),
            "const long A = -1 + 2 * ~3;  // why\nconst long B =\n    4;\n");
  EXPECT_EQ(format_source("union U switch(long){\ncase 1:\ncase -2 :long a;default: string<4> b [ 2 ];};\n"),
            "union U switch(long) {\n  case 1:\n  case -2: long a; default: string<4> b[2]; };\n");
  EXPECT_EQ(
      format_source("#if  1\n   #define A  \\\n  2\n#endif\n@key( TRUE )\nstruct S{sequence<sequence<long> > a;};"),
      "#if  1\n#define A  \\\n  2\n#endif\n@key(TRUE)\nstruct S { sequence<sequence<long> > a; };\n");
  EXPECT_EQ(format_source(""), "");
  EXPECT_EQ(format_source(" \n\t\n"), "");
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The pieces except blanks and line ends; line ends within a piece become line feeds.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (const SourcePiece& each : cut_source(text)) {
    if (each.kind == PieceKind::Blank || each.kind == PieceKind::LineEnd) continue;
    std::string word(each.text);
    for (std::size_t at = word.find('\r'); at != std::string::npos; at = word.find('\r', at)) {
      at + 1 < word.size() && word[at + 1] == '\n' ? word.erase(at, 1) : word.replace(at, 1, "\n");
    }
    while (each.kind != PieceKind::Literal && (word.ends_with(' ') || word.ends_with('\t'))) word.pop_back();
    words.push_back(word);
  }
  return words;
}

// The kind and text of each token, as the compiler reads it; empty if preprocessing stops.
std::vector<std::string> tokens_of(const std::string& path, const std::string& text) {
  class Reader final : public FileReader {
   public:
    Reader(const std::string& path, const std::string& text) : path_(path), text_(text) {}
    Outcome read(const std::string& path, std::string& text) const override {
      if (path != path_) return DiskReader().read(path, text);
      text = text_;
      return Outcome::Read;
    }
    std::string identity(const std::string& path) const override { return DiskReader().identity(path); }

   private:
    const std::string& path_;
    const std::string& text_;
  };
  SourceFiles files;
  Diagnostics diagnostics(files);
  std::vector<std::string> tokens;
  try {
    const auto preprocessed = preprocess(path, Reader(path, text), {}, files, diagnostics);
    if (!preprocessed) return tokens;
    Lexer lexer(*preprocessed, diagnostics);
    for (Token token = lexer.next(); token.kind != TokenKind::EndOfFile; token = lexer.next()) {
      tokens.push_back(std::to_string(static_cast<int>(token.kind)) + " " + std::string(token.text));
    }
  } catch (const TooManyErrors&) {
  }
  return tokens;
}

TEST(FormatSource, ChangesWhiteSpaceAloneInEveryFileOfTheCorpora) {
  std::size_t files = 0;
  std::size_t with_tokens = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(DIMMA_IDL_CORPUS)) {
    if (entry.path().extension() != ".idl") continue;
    const std::string path = entry.path().string();
    const std::string text = text_of(path);
    const std::string once = format_source(text);
    EXPECT_EQ(format_source(once), once) << path;
    EXPECT_EQ(words_of(once), words_of(text)) << path;
    const std::vector<std::string> tokens = tokens_of(path, text);
    const std::vector<std::string> formatted = tokens_of(path, once);
    const auto [before, after] = std::mismatch(tokens.begin(), tokens.end(), formatted.begin(), formatted.end());
    EXPECT_EQ(formatted.size(), tokens.size()) << path;
    EXPECT_EQ(after == formatted.end() ? "" : *after, before == tokens.end() ? "" : *before) << path;
    for (std::size_t end = 0; end < text.size(); end += 97) {
      const std::string broken_off = format_source(std::string_view(text).substr(0, end));
      EXPECT_EQ(format_source(broken_off), broken_off) << path << ", the first " << end << " octets";
    }
    ++files;
    if (!tokens.empty()) ++with_tokens;
  }
  EXPECT_GT(files, 200U);
  EXPECT_GT(with_tokens, 150U);
}

}  // namespace
}  // namespace dimma::idl
