// The open documents of one client, and the handlers of its messages.
#pragma once

#include <boost/json/value.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "idl/server/documents/reports.hpp"
#include "idl/server/protocol/json_values.hpp"
#include "idl/server/server_options.hpp"

namespace dimma::idl {

class Session {
 public:
  Session(ServerOptions options, std::function<void(const std::string&)> send);

  void receive(std::string_view message);
  void publish();
  void report_error(const boost::json::value& id, RpcCode code, const std::string& message);

  bool has_stale_documents() const;
  bool has_exited() const { return has_exited_; }
  int exit_status() const { return is_shut_down_ ? 0 : 1; }

 private:
  using Value = boost::json::value;

  void dispatch(const Value& message);
  void handle_request(const Value& id, const std::string& method, const Value& params);
  void handle_notification(const std::string& method, const Value& params);
  void send(const Value& message);
  void notify(const char* method, Value params);

  // ---- the life of the session (session.cpp)
  Value initialize(const Value& params);
  Value shut_down(const Value& params);
  Value capabilities() const;
  void take_client_capabilities(const Value* capabilities);
  void take_settings(const Value* settings);

  // ---- documents (session_documents.cpp)
  void did_open(const Value& params);
  void did_change(const Value& params);
  void did_save(const Value& params);
  void did_close(const Value& params);
  void did_change_watched_files(const Value& params);
  void did_change_configuration(const Value& params);
  void publish_reports(const std::string& uri);
  Document& required_document(const Value& params);

  // ---- questions about places (session_questions.cpp)
  struct Place {
    const Document* document = nullptr;
    const Analysis* analysis = nullptr;  // nullptr if no analysis has succeeded yet
    TextPosition position;
    SourceLocation location;
  };
  Place required_place(const Value& params);
  Value definition(const Value& params);
  Value hover(const Value& params);
  Value completion(const Value& params);
  Value document_symbol(const Value& params);
  Value formatting(const Value& params);
  Value location_json(const Analysis& analysis, const SourceRange& range) const;

  ServerOptions options_;        // settings of the command line and the client
  const AnalysisOptions given_;  // settings of the command line
  std::function<void(const std::string&)> send_;
  std::string root_;  // base folder of relative paths in settings
  Documents documents_;
  ReportBoard reports_;
  PositionEncoding encoding_ = PositionEncoding::Utf16;
  bool takes_markdown_ = false;
  bool takes_related_ = false;
  bool is_initialized_ = false;
  bool is_shut_down_ = false;
  bool has_exited_ = false;
};

}  // namespace dimma::idl
