// Handles the documents of a session, and publishes their diagnostics.
#include "idl/server/protocol/uri.hpp"
#include "idl/server/session.hpp"

namespace dimma::idl {

namespace json = boost::json;

namespace {

std::optional<std::int64_t> version_of(const json::value& document) {
  const json::value* const version = member_of(&document, "version");
  if (version == nullptr || !version->is_int64()) return std::nullopt;
  return version->get_int64();
}

json::value report_json(const Report& report, bool with_related) {
  std::string message = report.message;
  json::array related;
  for (const Report::Related& each : report.related) {
    if (!with_related) message += "\nnote: " + each.message;
    related.push_back(json::object{{"location", json::object{{"uri", each.uri}, {"range", range_json(each.range)}}},
                                   {"message", each.message}});
  }
  json::object value{{"range", range_json(report.range)},
                     {"severity", report.severity == Severity::Error ? 1 : 2},
                     {"source", "dimma-idl"},
                     {"message", message}};
  if (with_related && !related.empty()) value["relatedInformation"] = std::move(related);
  return value;
}

}  // namespace

Document& Session::required_document(const Value& params) {
  const std::string uri = required_text(required_member(params, "textDocument"), "uri");
  Document* const document = documents_.find(uri);
  if (document == nullptr) throw RpcError(RpcCode::InvalidParams, "the document '" + uri + "' is not open");
  return *document;
}

void Session::did_open(const Value& params) {
  const Value& given = required_member(params, "textDocument");
  Document& document = documents_.open(required_text(given, "uri"), required_text(given, "text"));
  document.version = version_of(given);
  documents_.touch(document.path);
}

void Session::did_change(const Value& params) {
  Document& document = required_document(params);
  const Value& changes = required_member(params, "contentChanges");
  if (!changes.is_array()) throw RpcError(RpcCode::InvalidParams, "'contentChanges' is not an array");
  for (const Value& change : changes.get_array()) {
    const Value* const given = member_of(&change, "range");
    const auto range = given == nullptr ? std::nullopt : std::optional(read_range(*given));
    change_text(document.text, range, required_text(change, "text"), encoding_);
  }
  document.version = version_of(required_member(params, "textDocument"));
  document.is_stale = true;
  documents_.touch(document.path);
}

// Other programs may also have written files since the last analysis.
void Session::did_save(const Value&) { documents_.touch_all(); }
void Session::did_change_watched_files(const Value&) { documents_.touch_all(); }

void Session::did_close(const Value& params) {
  const Document& document = required_document(params);
  const std::string uri = document.uri;
  const std::string path = document.path;
  documents_.close(uri);
  documents_.touch(path);  // the text on the disk takes effect again
  for (const std::string& each : reports_.replace(uri, {})) publish_reports(each);
}

void Session::did_change_configuration(const Value& params) {
  const Value* const own = member_of(member_of(&params, "settings"), "dimma-idl");
  if (own == nullptr) return;
  take_settings(own);
  documents_.touch_all();
}

bool Session::has_stale_documents() const {
  for (const auto& [uri, document] : documents_.all()) {
    if (document.is_stale) return true;
  }
  return false;
}

void Session::publish() {
  std::set<std::string> changed;
  for (auto& [uri, document] : documents_.all()) {
    if (!document.is_stale && !document.is_unpublished) continue;
    documents_.refresh(document, options_.analysis);
    document.is_unpublished = false;
    changed.merge(reports_.replace(uri, reports_of(document, documents_, encoding_)));
    changed.insert(uri);
  }
  for (const std::string& uri : changed) publish_reports(uri);
}

void Session::publish_reports(const std::string& uri) {
  json::array reports;
  for (const Report& each : reports_.of(uri)) reports.push_back(report_json(each, takes_related_));
  json::object params{{"uri", uri}, {"diagnostics", std::move(reports)}};
  const Document* const document = documents_.find(uri);
  if (document != nullptr && document->version) params["version"] = *document->version;
  notify("textDocument/publishDiagnostics", std::move(params));
}

}  // namespace dimma::idl
