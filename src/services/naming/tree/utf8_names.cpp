#include "services/naming/tree/utf8_names.hpp"

#include "base/text/utf8.hpp"
#include "services/naming/tree/records.hpp"

#include <algorithm>
#include <string_view>

namespace dimma::naming {

namespace {

constexpr std::size_t renamed_at_once = 1000;
constexpr std::size_t name_at = binding_prefix.size() + ContextId::octets;  // offset of the name in a key

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string converted;
  for (const char character : text) append_latin1(converted, character);
  return converted;
}

void rename(store::Store& store, const store::Record& record, const std::string& key, Utf8Names& names) {
  store::Transaction transaction;
  transaction.conditions.push_back(store::Condition::unchanged_since(record.key, record.modified));
  transaction.conditions.push_back(store::Condition::absent(key));
  transaction.changes.push_back(store::Change::erase(record.key));
  transaction.changes.push_back(store::Change::put(key, record.value, record.lease));
  if (store.commit(transaction).succeeded) {
    ++names.renamed;
  } else {
    names.left.push_back(printed_key(record.key));
  }
}

}  // namespace

Utf8Names make_names_utf8(store::Store& store) {
  Utf8Names names;
  store::Query query;
  query.prefix = binding_prefix;
  query.records_max = renamed_at_once;
  for (;;) {
    const store::Page page = store.list(query);
    for (const store::Record& record : page.records) {
      const std::string_view name = std::string_view(record.key).substr(std::min(name_at, record.key.size()));
      if (is_utf8(name)) continue;
      // A NUL separates id and kind. A name without it is invalid in either encoding.
      const std::size_t end = std::min(name.find('\0'), name.size());
      const std::string id = as_utf8(name.substr(0, end));
      rename(store, record, record.key.substr(0, name_at) + id + as_utf8(name.substr(end)), names);
    }
    if (page.is_last || page.records.empty()) return names;
    query.after = page.records.back().key;
  }
}

}  // namespace dimma::naming
