#include "idl/server/session.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <exception>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include "idl/server/protocol/uri.hpp"

namespace dimma::idl {

namespace json = boost::json;

namespace {

constexpr std::size_t message_depth_max = 64;

std::string absolute_path(const std::string& path, const std::string& root) {
  const std::filesystem::path base = root.empty() ? std::filesystem::current_path() : std::filesystem::path(root);
  return (base / path).lexically_normal().string();  // just `path` if it is absolute
}

bool is_request_id(const json::value& id) {
  return id.is_string() || id.is_int64() || id.is_uint64() || id.is_double();
}

}  // namespace

Session::Session(ServerOptions options, std::function<void(const std::string&)> send)
    : options_([&] {
        for (std::string& directory : options.analysis.preprocess.include_directories) {
          directory = absolute_path(directory, {});
        }
        return std::move(options);
      }()),
      given_(options_.analysis),
      send_(std::move(send)) {}

void Session::send(const Value& message) { send_(json::serialize(message)); }

void Session::notify(const char* method, Value params) {
  send(json::object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void Session::report_error(const Value& id, RpcCode code, const std::string& message) {
  const json::object error{{"code", static_cast<int>(code)}, {"message", valid_utf8(message)}};
  send(json::object{{"jsonrpc", "2.0"}, {"id", id}, {"error", error}});
}

void Session::receive(std::string_view text) {
  json::parse_options options;
  options.max_depth = message_depth_max;
  json::error_code problem;
  const Value message = json::parse(json::string_view(text.data(), text.size()), problem, {}, options);
  if (problem) return report_error(nullptr, RpcCode::ParseError, "the message is not JSON: " + problem.message());
  dispatch(message);
}

void Session::dispatch(const Value& message) {
  const Value* const id = member_of(&message, "id");
  const Value* const method = member_of(&message, "method");
  if (method == nullptr && id != nullptr && message.get_object().contains("result")) return;  // a stray response
  if (method == nullptr || !method->is_string()) {
    const bool is_answerable = id != nullptr && is_request_id(*id);
    return report_error(is_answerable ? *id : Value(nullptr), RpcCode::InvalidRequest,
                        "the message has no method: it is not a request or notification of JSON-RPC 2.0");
  }
  if (id != nullptr && !is_request_id(*id)) {
    return report_error(nullptr, RpcCode::InvalidRequest, "the id of a request is a number or a string");
  }
  const Value* const params = member_of(&message, "params");
  const std::string name = *optional_text(method);
  id != nullptr ? handle_request(*id, name, params == nullptr ? Value() : *params)
                : handle_notification(name, params == nullptr ? Value() : *params);
}

void Session::handle_request(const Value& id, const std::string& method, const Value& params) {
  using Handler = Value (Session::*)(const Value&);
  static const std::unordered_map<std::string, Handler> handlers = {
      {"initialize", &Session::initialize},
      {"shutdown", &Session::shut_down},
      {"textDocument/completion", &Session::completion},
      {"textDocument/definition", &Session::definition},
      {"textDocument/documentSymbol", &Session::document_symbol},
      {"textDocument/formatting", &Session::formatting},
      {"textDocument/hover", &Session::hover},
  };
  Value result;
  try {
    const auto handler = handlers.find(method);
    if (is_shut_down_) throw RpcError(RpcCode::InvalidRequest, "the server is shut down: only 'exit' may follow");
    if (!is_initialized_ && method != "initialize") {
      throw RpcError(RpcCode::ServerNotInitialized, "'initialize' has to be the first request, not '" + method + "'");
    }
    if (handler == handlers.end()) throw RpcError(RpcCode::MethodNotFound, "there is no method '" + method + "'");
    result = (this->*handler->second)(params);
  } catch (const RpcError& problem) {
    return report_error(id, problem.code, problem.what());
  } catch (const std::exception& problem) {
    return report_error(id, RpcCode::InternalError, problem.what());
  }
  send(json::object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Session::handle_notification(const std::string& method, const Value& params) {
  using Handler = void (Session::*)(const Value&);
  static const std::unordered_map<std::string, Handler> handlers = {
      {"textDocument/didChange", &Session::did_change},
      {"textDocument/didClose", &Session::did_close},
      {"textDocument/didOpen", &Session::did_open},
      {"textDocument/didSave", &Session::did_save},
      {"workspace/didChangeConfiguration", &Session::did_change_configuration},
      {"workspace/didChangeWatchedFiles", &Session::did_change_watched_files},
  };
  if (method == "exit") has_exited_ = true;
  const auto handler = handlers.find(method);
  if (!is_initialized_ || is_shut_down_ || handler == handlers.end()) return;  // notifications have no reply
  try {
    (this->*handler->second)(params);
  } catch (const std::exception& problem) {
    constexpr int error_type = 1;
    notify("window/logMessage",
           json::object{{"type", error_type}, {"message", valid_utf8(method + ": " + problem.what())}});
  }
}

json::value Session::initialize(const Value& params) {
  if (is_initialized_) throw RpcError(RpcCode::InvalidRequest, "'initialize' has already been sent");
  if (const auto uri = optional_text(member_of(&params, "rootUri"))) {
    root_ = path_of_uri(*uri);
  } else if (const auto path = optional_text(member_of(&params, "rootPath"))) {
    root_ = *path;
  }
  take_client_capabilities(member_of(&params, "capabilities"));
  take_settings(member_of(&params, "initializationOptions"));
  is_initialized_ = true;
  return json::object{{"capabilities", capabilities()},
                      {"serverInfo", json::object{{"name", "dimma-idl"}, {"version", options_.version}}}};
}

json::value Session::shut_down(const Value&) {
  is_shut_down_ = true;
  return nullptr;
}

json::value Session::capabilities() const {
  constexpr int incremental = 2;
  return json::object{
      {"positionEncoding", encoding_ == PositionEncoding::Utf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync",
       json::object{{"openClose", true}, {"change", incremental}, {"save", json::object{{"includeText", false}}}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"documentSymbolProvider", true},
      {"documentFormattingProvider", true},
      {"completionProvider", json::object{{"triggerCharacters", json::array{":", "@"}}}}};
}

void Session::take_client_capabilities(const Value* capabilities) {
  for (const std::string& each : texts_of(member_of(member_of(capabilities, "general"), "positionEncodings"))) {
    if (each == "utf-8") encoding_ = PositionEncoding::Utf8;
  }
  const Value* const document = member_of(capabilities, "textDocument");
  for (const std::string& each : texts_of(member_of(member_of(document, "hover"), "contentFormat"))) {
    if (each == "markdown") takes_markdown_ = true;
  }
  takes_related_ = optional_flag(member_of(member_of(document, "publishDiagnostics"), "relatedInformation"), false);
}

// The client's settings replace its previous ones, and are added to the options of the command line.
void Session::take_settings(const Value* settings) {
  options_.analysis = given_;
  PreprocessOptions& preprocess = options_.analysis.preprocess;
  for (const std::string& each : texts_of(member_of(settings, "includeDirectories"))) {
    preprocess.include_directories.push_back(absolute_path(each, root_));
  }
  for (const std::string& each : texts_of(member_of(settings, "define"))) preprocess.macros.push_back({true, each});
  for (const std::string& each : texts_of(member_of(settings, "undefine"))) preprocess.macros.push_back({false, each});
  if (optional_flag(member_of(settings, "caseSensitive"), false)) options_.analysis.letter_case = LetterCase::Counts;
  DiagnosticOptions& diagnostics = options_.analysis.diagnostics;
  diagnostics.warn_unknown_pragmas |= optional_flag(member_of(settings, "warnUnknownPragmas"), false);
}

}  // namespace dimma::idl
