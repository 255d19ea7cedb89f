#include "directory/registry.hpp"

#include <dimma/any.hpp>

#include <algorithm>

using dimma::store::Change;
using dimma::store::Condition;
using dimma::store::LeaseId;
using dimma::store::Query;
using dimma::store::Transaction;

namespace {

const std::string provider_prefix = "provider/";
const std::string datum_prefix = "datum/";
constexpr std::size_t data_per_transaction = dimma::store::parts_max;
constexpr std::size_t looked_at_per_page = 10'000;

IDL::traits<IOP::Codec>::ref_type codec_of(const IDL::traits<CORBA::ORB>::ref_type& orb) {
  const auto factory = IDL::traits<IOP::CodecFactory>::narrow(orb->resolve_initial_references("CodecFactory"));
  return factory->create_codec(IOP::Encoding(IOP::ENCODING_CDR_ENCAPS, 1, 2));
}

// A new lease, which the destructor ends unless keep() was called.
class NewLease {
 public:
  NewLease(dimma::store::Store& store, std::chrono::milliseconds lifetime)
      : store_(store), lease_(store.grant(lifetime)) {}
  ~NewLease() {
    if (is_kept_) return;
    try {
      store_.revoke(lease_);
    } catch (const dimma::store::StoreError&) {
      // The lease ends when its lifetime is over.
    }
  }
  NewLease(const NewLease&) = delete;
  NewLease& operator=(const NewLease&) = delete;
  LeaseId id() const noexcept { return lease_; }
  void keep() noexcept { is_kept_ = true; }

 private:
  dimma::store::Store& store_;
  const LeaseId lease_;
  bool is_kept_ = false;
};

}  // namespace

bool matches(const std::string& name, const std::string& pattern) noexcept {
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::size_t star = std::string::npos;
  std::size_t at_star = 0;
  while (at < name.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      at_star = at;
    } else if (in_pattern < pattern.size() && (pattern[in_pattern] == '?' || pattern[in_pattern] == name[at])) {
      ++in_pattern;
      ++at;
    } else if (star != std::string::npos) {
      in_pattern = star + 1;
      at = ++at_star;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '*') ++in_pattern;
  return in_pattern == pattern.size();
}

Registry::Registry(const IDL::traits<CORBA::ORB>::ref_type& orb, std::unique_ptr<dimma::store::Store> store)
    : codec_(codec_of(orb)), store_(std::move(store)) {}

std::string Registry::encoded(const Aida::Entry& entry) const {
  CORBA::Any any;
  any <<= entry;
  const CORBA::OctetSeq octets = codec_->encode_value(any);
  return {octets.begin(), octets.end()};
}

Aida::Entry Registry::decoded(const std::string& octets) const {
  const CORBA::OctetSeq sequence(octets.begin(), octets.end());
  Aida::Entry entry;
  const CORBA::Any any = codec_->decode_value(sequence, dimma::typecode_of<Aida::Entry>::value._reference());
  if (!(any >>= entry)) throw CORBA::INTERNAL();
  return entry;
}

std::optional<Aida::Entry> Registry::find(const std::string& name) const {
  if (name.empty() || name.size() > dimma::store::key_octets_max / 2) return std::nullopt;
  const auto record = store_->get(datum_prefix + name);
  if (!record) return std::nullopt;
  return decoded(record->value);
}

Aida::Page Registry::list(const std::string& pattern, const std::string& after, std::size_t entries_max) const {
  Query query;
  query.prefix = datum_prefix + pattern.substr(0, pattern.find_first_of("*?"));
  if (!after.empty()) query.after = datum_prefix + after;
  query.records_max = std::clamp<std::size_t>(entries_max, 1, dimma::store::page_records_max);
  Aida::Page page;
  for (std::size_t looked_at = 0; looked_at < looked_at_per_page;) {
    const auto found = store_->list(query);
    for (const auto& record : found.records) {
      if (page.entries().size() == query.records_max) {
        page.is_last(false);
        return page;
      }
      page.next(record.key.substr(datum_prefix.size()));
      if (matches(page.next(), pattern)) page.entries().push_back(decoded(record.value));
    }
    looked_at += found.records.size();
    page.is_last(found.is_last);
    if (found.is_last) break;
    query.after = found.records.back().key;
  }
  return page;
}

void Registry::put(const Entries& entries, std::size_t begin, std::size_t end, LeaseId lease) {
  for (;;) {
    Transaction transaction;
    for (std::size_t i = begin; i < end; ++i) {
      const Aida::Entry& entry = entries[i];
      const std::string key = datum_prefix + entry.datum().name();
      const auto present = store_->get(key);
      if (present) {
        const std::string owner = decoded(present->value).provider_name();
        if (owner != entry.provider_name()) throw Aida::NameTaken(entry.datum().name(), owner);
      }
      transaction.conditions.push_back(present ? Condition::unchanged_since(key, present->modified)
                                               : Condition::absent(key));
      transaction.changes.push_back(Change::put(key, encoded(entry), lease));
    }
    // Another provider has changed one of the records meanwhile: try again.
    if (store_->commit(transaction).succeeded) return;
  }
}

LeaseId Registry::enter(const std::string& provider, const IDL::traits<Aida::Provider>::ref_type& where,
                        const Aida::Descriptions& data, std::chrono::milliseconds lifetime, bool is_first) {
  Entries entries;
  for (const Aida::Description& datum : data) entries.emplace_back(datum, provider, where);
  const auto by_name = [](const Aida::Entry& one, const Aida::Entry& other) {
    return one.datum().name() < other.datum().name();
  };
  std::sort(entries.begin(), entries.end(), by_name);
  const auto twice = std::adjacent_find(entries.begin(), entries.end(), [](const auto& one, const auto& other) {
    return one.datum().name() == other.datum().name();
  });
  if (twice != entries.end()) throw Aida::NameTaken(twice->datum().name(), provider);

  const std::string key = provider_prefix + provider;
  const auto before = store_->get(key);
  if (before && !is_first) throw Aida::ProviderTaken(provider);
  for (const Aida::Entry& entry : entries) {  // checked before anything is changed
    const auto present = find(entry.datum().name());
    if (present && present->provider_name() != provider) {
      throw Aida::NameTaken(entry.datum().name(), present->provider_name());
    }
  }
  NewLease lease(*store_, lifetime);
  for (std::size_t begin = 0; begin < entries.size(); begin += data_per_transaction) {
    put(entries, begin, std::min(begin + data_per_transaction, entries.size()), lease.id());
  }
  const Transaction registration{{before ? Condition::unchanged_since(key, before->modified) : Condition::absent(key)},
                                 {Change::put(key, std::to_string(lease.id()), lease.id())}};
  if (!store_->commit(registration).succeeded) throw Aida::ProviderTaken(provider);
  lease.keep();
  // Removes the data of the earlier registration that are not in this one.
  if (before) store_->revoke(std::stoull(before->value));
  return lease.id();
}
