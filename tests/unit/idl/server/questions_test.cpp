// Every request about every file of the corpora, complete and truncated, is answered.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "idl/server/protocol/positions.hpp"
#include "idl/server/protocol/uri.hpp"
#include "idl/server/server.hpp"
#include "idl/text/source_pieces.hpp"

namespace dimma::idl {
namespace {

namespace json = boost::json;

class Asking {
 public:
  explicit Asking(const std::string& path)
      : uri_(uri_of_path(path)),
        server_({}, [this](const std::string& sent) { last_ = json::parse(sent).as_object(); }) {
    ask("initialize", json::object{{"capabilities", json::object()}});
  }

  void open(const std::string& text) {
    tell("textDocument/didOpen",
         json::object{{"textDocument", json::object{{"uri", uri_}, {"version", 1}, {"text", valid_utf8(text)}}}});
  }

  void ask_at(const char* method, const TextPosition& at) {
    ask(method, json::object{{"textDocument", json::object{{"uri", uri_}}},
                             {"position", json::object{{"line", at.line}, {"character", at.character}}}});
  }

  void ask(const char* method, const json::object& params) {
    server_.receive(
        json::serialize(json::object{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}}));
    ASSERT_TRUE(last_.contains("result")) << uri_ << " " << method << ": " << json::serialize(last_);
    if (!last_["result"].is_null()) ++answers_;
  }

  std::size_t answers() const { return answers_; }
  const std::string& uri() const { return uri_; }

 private:
  void tell(const char* method, const json::object& params) {
    server_.receive(json::serialize(json::object{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}));
    server_.publish();
    ASSERT_EQ(last_["method"], "textDocument/publishDiagnostics") << json::serialize(last_);
  }

  std::string uri_;
  json::object last_;
  std::size_t answers_ = 0;
  LanguageServer server_;
};

// Sends requests for the ends of words; in a large file, only for some of them.
void ask_everything(Asking& asking, const std::string& text) {
  constexpr std::size_t places_max = 40;
  asking.open(text);
  asking.ask("textDocument/documentSymbol", {{"textDocument", json::object{{"uri", asking.uri()}}}});
  std::vector<TextPosition> places;
  TextPosition at;
  for (const SourcePiece& piece : cut_source(text)) {
    if (piece.kind == PieceKind::LineEnd) {
      at = {at.line + 1, 0};
      continue;
    }
    const auto lines = static_cast<std::uint32_t>(std::count(piece.text.begin(), piece.text.end(), '\n'));
    at = lines > 0 ? TextPosition{at.line + lines, 0}
                   : TextPosition{at.line, at.character + units_of(piece.text, PositionEncoding::Utf16)};
    if (piece.kind == PieceKind::Word) places.push_back(at);
  }
  const std::size_t step = places.size() / places_max + 1;
  for (std::size_t index = 0; index < places.size(); index += step) {
    for (const char* method : {"textDocument/hover", "textDocument/definition"}) asking.ask_at(method, places[index]);
    if (index % (step * 8) == 0) asking.ask_at("textDocument/completion", places[index]);
  }
}

TEST(Questions, AreAnsweredForEveryFileOfTheCorpora) {
  std::size_t files = 0;
  std::size_t answers = 0;
  for (const char* folder : {"/legal", "/illegal"}) {
    for (const auto& entry : std::filesystem::directory_iterator(DIMMA_IDL_CORPUS + std::string(folder))) {
      if (entry.path().extension() != ".idl") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      Asking asking(entry.path().string());
      ask_everything(asking, text);
      ask_everything(asking, text.substr(0, text.size() * 2 / 3));
      answers += asking.answers();
      ++files;
    }
  }
  EXPECT_GT(files, 200U);
  EXPECT_GT(answers, 20 * files) << "most names have a declaration";
}

}  // namespace
}  // namespace dimma::idl
