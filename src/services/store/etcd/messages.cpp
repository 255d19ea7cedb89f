#include "services/store/etcd/messages.hpp"

#include <openssl/evp.h>
#include <boost/json.hpp>

#include <algorithm>
#include <charconv>

namespace dimma::store::etcd {
namespace {

namespace json = boost::json;

[[noreturn]] void malformed(const std::string& what) {
  throw StoreError(StoreError::Kind::failed, "etcd's answer is malformed: " + what +
                                                 "; is the endpoint one of etcd 3.4, without a proxy in between?");
}

std::string octets_of(std::string_view text) {
  if (text.size() % 4 != 0) malformed("base64 of " + std::to_string(text.size()) + " letters");
  std::string octets(text.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(octets.data()),
                                   reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  if (size < 0) malformed("'" + std::string(text.substr(0, 40)) + "' is not base64");
  octets.resize(static_cast<std::size_t>(size));
  for (std::size_t i = text.size(); i > 0 && text[i - 1] == '=' && !octets.empty() && i + 2 > text.size(); --i) {
    octets.pop_back();
  }
  return octets;
}

json::value parsed(std::string_view text) {
  json::error_code error;
  json::value value = json::parse({text.data(), text.size()}, error);
  if (error || !value.is_object()) malformed("not a JSON object: '" + std::string(text.substr(0, 100)) + "'");
  return value;
}

const json::value* find(const json::object& object, std::string_view name) {
  return object.if_contains({name.data(), name.size()});
}

const json::object& object_of(const json::value& value, std::string_view name) {
  if (!value.is_object()) malformed("'" + std::string(name) + "' is not an object");
  return value.get_object();
}

const json::object* object_at(const json::object& object, std::string_view name) {
  const json::value* const value = find(object, name);
  return value == nullptr ? nullptr : &object_of(*value, name);
}

std::string_view text_at(const json::object& object, std::string_view name) {
  const json::value* const value = find(object, name);
  if (value == nullptr) return {};
  if (!value->is_string()) malformed("'" + std::string(name) + "' is not a string");
  return {value->get_string().data(), value->get_string().size()};
}

std::uint64_t number_at(const json::object& object, std::string_view name) {
  const std::string_view text = text_at(object, name);
  if (text.empty()) return 0;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    malformed("'" + std::string(name) + "' is '" + std::string(text.substr(0, 40)) + "', not a number");
  }
  return number;
}

bool truth_at(const json::object& object, std::string_view name) {
  const json::value* const value = find(object, name);
  if (value == nullptr) return false;
  if (!value->is_bool()) malformed("'" + std::string(name) + "' is neither true nor false");
  return value->get_bool();
}

template <class Work>
void for_each(const json::object& object, std::string_view name, Work&& work) {
  const json::value* const value = find(object, name);
  if (value == nullptr) return;
  if (!value->is_array()) malformed("'" + std::string(name) + "' is not a list");
  for (const json::value& element : value->get_array()) work(object_of(element, name));
}

Revision revision_of(const json::object& object) {
  const json::object* const header = object_at(object, "header");
  return header == nullptr ? 0 : number_at(*header, "revision");
}

Record record_of(const json::object& object, std::size_t key_octets) {
  Record record{octets_of(text_at(object, "key")), octets_of(text_at(object, "value")),
                number_at(object, "create_revision"), number_at(object, "mod_revision"), number_at(object, "lease")};
  if (record.key.size() < key_octets) malformed("an unexpected key");
  record.key.erase(0, key_octets);
  return record;
}

RangeAnswer range_of(const json::object& object, std::size_t key_octets) {
  RangeAnswer answer;
  answer.revision = revision_of(object);
  for_each(object, "kvs", [&](const json::object& record) { answer.records.push_back(record_of(record, key_octets)); });
  answer.has_more = truth_at(object, "more");
  return answer;
}

TransactionAnswer transaction_of(const json::object& object, std::size_t key_octets) {
  TransactionAnswer answer;
  answer.revision = revision_of(object);
  answer.succeeded = truth_at(object, "succeeded");
  for_each(object, "responses", [&](const json::object& response) {
    if (const auto* const range = object_at(response, "response_range")) {
      answer.ranges.push_back(range_of(*range, key_octets));
    }
    if (const auto* const inner = object_at(response, "response_txn")) {
      answer.transactions.push_back(transaction_of(*inner, key_octets));
    }
  });
  return answer;
}

// Returns the first line of a text, for single-line messages: an HTML page has several.
std::string first_line(std::string_view text) {
  std::string line(text.substr(0, std::min<std::size_t>(200, text.find_first_of("\r\n"))));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return line;
}

std::string list_of(const std::vector<std::string>& elements) {
  std::string text;
  for (const std::string& element : elements) text += (text.empty() ? "" : ",") + element;
  return '[' + text + ']';
}

std::string field(const char* name, std::string_view text) {
  return '"' + std::string(name) + "\":\"" + std::string(text) + '"';
}

}  // namespace

std::string base64(std::string_view octets) {
  std::string text((octets.size() + 2) / 3 * 4 + 1, '\0');
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(octets.data()), static_cast<int>(octets.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::string text_of(const RangeRequest& request) {
  std::string text = '{' + field("key", base64(request.key));
  if (!request.end.empty()) text += ',' + field("range_end", base64(request.end));
  if (request.limit != 0) text += ',' + field("limit", std::to_string(request.limit));
  if (request.keys_only) text += ",\"keys_only\":true";
  return text + '}';
}

std::string put_request(std::string_view key, std::string_view value, LeaseId lease) {
  std::string text = '{' + field("key", base64(key)) + ',' + field("value", base64(value));
  if (lease != no_lease) text += ',' + field("lease", std::to_string(lease));
  return text + '}';
}

std::string erase_request(std::string_view key) { return '{' + field("key", base64(key)) + '}'; }

std::string authenticate_request(std::string_view name, std::string_view password) {
  json::object request;
  request["name"] = json::string_view(name.data(), name.size());
  request["password"] = json::string_view(password.data(), password.size());
  return json::serialize(request);
}

std::string operation(const char* name, const std::string& request) {
  return "{\"" + std::string(name) + "\":" + request + '}';
}

std::string transaction(const std::vector<std::string>& compares, const std::vector<std::string>& success,
                        const std::vector<std::string>& failure) {
  return "{\"compare\":" + list_of(compares) + ",\"success\":" + list_of(success) + ",\"failure\":" + list_of(failure) +
         '}';
}

std::string compare_absent(std::string_view key, std::string_view end) {
  std::string text = '{' + field("key", base64(key));
  if (!end.empty()) text += ',' + field("range_end", base64(end));
  return text + '}';
}

std::string compare_present(std::string_view key) {
  return '{' + field("key", base64(key)) + ',' + field("result", "GREATER") + '}';
}

std::string compare_modified(const char* result, std::string_view key, Revision revision) {
  return '{' + field("key", base64(key)) + ',' + field("target", "MOD") + ',' + field("result", result) + ',' +
         field("mod_revision", std::to_string(revision)) + '}';
}

std::string compare_value(std::string_view key, std::string_view value) {
  return '{' + field("key", base64(key)) + ",\"target\":\"VALUE\",\"result\":\"EQUAL\"," +
         field("value", base64(value)) + '}';
}

RangeAnswer range_answer(std::string_view text, std::size_t key_octets) {
  const json::value value = parsed(text);
  RangeAnswer answer = range_of(value.get_object(), key_octets);
  if (answer.revision == 0) malformed("it has no revision");
  return answer;
}

TransactionAnswer transaction_answer(std::string_view text, std::size_t key_octets) {
  const json::value value = parsed(text);
  TransactionAnswer answer = transaction_of(value.get_object(), key_octets);
  if (answer.revision == 0) malformed("it has no revision");
  return answer;
}

LeaseAnswer lease_answer(std::string_view text) {
  const json::value value = parsed(text);
  const json::object* object = object_at(value.get_object(), "result");  // as in a stream
  if (object == nullptr) object = &value.get_object();
  return {number_at(*object, "ID"), number_at(*object, "TTL")};
}

std::string token_answer(std::string_view text) {
  const json::value value = parsed(text);
  std::string token(text_at(value.get_object(), "token"));
  // Rejects characters that the value of an HTTP header cannot contain.
  const auto is_of_header = [](char c) { return c > ' ' && c < '\x7f'; };
  if (token.empty() || !std::all_of(token.begin(), token.end(), is_of_header)) malformed("it has no token");
  return token;
}

ErrorAnswer error_answer(std::string_view text) {
  json::error_code error;
  const json::value value = json::parse({text.data(), text.size()}, error);
  if (error || !value.is_object()) return {2, first_line(text)};
  const json::object& object = value.get_object();
  const json::value* const code = find(object, "code");
  ErrorAnswer answer{2, std::string(text_at(object, "message"))};
  if (code != nullptr && code->is_int64() && code->get_int64() > 0 && code->get_int64() < 100) {
    answer.code = static_cast<int>(code->get_int64());
  }
  if (answer.text.empty()) answer.text = first_line(text);
  return answer;
}

WatchAnswer watch_answer(std::string_view line, std::size_t key_octets) {
  const json::value value = parsed(line);
  const json::object* const result = object_at(value.get_object(), "result");
  WatchAnswer answer;
  if (result == nullptr) {
    answer.ended = "etcd ended the watch: " + std::string(line.substr(0, 200));
    return answer;
  }
  answer.compacted = number_at(*result, "compact_revision");
  answer.is_fragment = truth_at(*result, "fragment");
  if (truth_at(*result, "canceled")) {
    answer.was_refused = truth_at(*result, "created");
    answer.ended = "etcd ended the watch: " + std::string(text_at(*result, "cancel_reason"));
  }
  for_each(*result, "events", [&](const json::object& event) {
    const json::object* const record = object_at(event, "kv");
    if (record == nullptr) malformed("an event without a record");
    const bool was_erased = text_at(event, "type") == "DELETE";
    answer.events.push_back({record_of(*record, key_octets), was_erased});
    if (answer.events.back().record.modified == 0) malformed("an event without a revision");
  });
  return answer;
}

}  // namespace dimma::store::etcd
