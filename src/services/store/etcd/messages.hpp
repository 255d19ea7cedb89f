#pragma once
// Requests to etcd and its answers in JSON (etcd 3.4, "gRPC gateway"): octets are base64, and numbers are strings.
// Empty and zero fields are omitted. Answers are not trusted: a malformed answer makes the functions throw StoreError
// `failed`.

#include <dimma/store.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::store::etcd {

std::string base64(std::string_view octets);

// The following functions return requests, or operations of a transaction.
struct RangeRequest {
  std::string key;
  std::string end{};  // empty for the single record `key`
  std::size_t limit = 0;
  bool keys_only = false;
};
std::string text_of(const RangeRequest& request);
std::string put_request(std::string_view key, std::string_view value, LeaseId lease);
std::string erase_request(std::string_view key);
std::string authenticate_request(std::string_view name, std::string_view password);

// Returns {"request_...": ...}.
std::string operation(const char* name, const std::string& request);
std::string transaction(const std::vector<std::string>& compares, const std::vector<std::string>& success,
                        const std::vector<std::string>& failure);

// Return elements of a transaction's comparisons. The first two compare the version with 0, which is the default value
// and is therefore omitted.
std::string compare_absent(std::string_view key, std::string_view end = {});
std::string compare_present(std::string_view key);
std::string compare_modified(const char* result, std::string_view key, Revision revision);
std::string compare_value(std::string_view key, std::string_view value);

struct RangeAnswer {
  Revision revision = 0;
  std::vector<Record> records;
  bool has_more = false;
};

struct TransactionAnswer {
  Revision revision = 0;
  bool succeeded = false;
  std::vector<RangeAnswer> ranges;              // results of its range operations, in order
  std::vector<TransactionAnswer> transactions;  // results of its nested transactions, in order
};

struct LeaseAnswer {
  LeaseId id = no_lease;
  std::uint64_t lifetime_s = 0;  // 0 if it has ended
};

// The reason why etcd has not carried out a request.
struct ErrorAnswer {
  // The gRPC codes that etcd uses (api/v3rpc/rpctypes/error.go of etcd 3.4).
  enum Code : std::uint8_t {
    unknown = 2,
    invalid_argument = 3,
    not_found = 5,
    permission_denied = 7,
    resource_exhausted = 8,
    failed_precondition = 9,
    out_of_range = 11,
    unimplemented = 12,
    unauthenticated = 16
  };

  int code = unknown;  // or another gRPC code
  std::string text;
};

struct WatchAnswer {
  std::vector<Event> events;
  Revision compacted = 0;    // changes before this revision, which the watch needs, are gone
  bool is_fragment = false;  // the next answer continues the same revision
  bool was_refused = false;  // not started: the user may not read the keys, or the token is invalid
  std::string ended;         // the reason; empty if the watch has not ended
};

// Parse answers. `key_octets` is the length of the prefix to remove from each key; a shorter key is an error.
RangeAnswer range_answer(std::string_view text, std::size_t key_octets);
TransactionAnswer transaction_answer(std::string_view text, std::size_t key_octets);
LeaseAnswer lease_answer(std::string_view text);
std::string token_answer(std::string_view text);
ErrorAnswer error_answer(std::string_view text);
WatchAnswer watch_answer(std::string_view line, std::size_t key_octets);

}  // namespace dimma::store::etcd
