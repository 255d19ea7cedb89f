#include "cdr/typecode/typecode_cache.hpp"

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <cstring>

namespace dimma::cdr {

namespace {
DIMMA_PER_THREAD bool is_gone = false;
}

TypeCodeCache* TypeCodeCache::of_this_thread() {
  if (is_gone) return nullptr;
  static DIMMA_PER_THREAD TypeCodeCache cache;
  return &cache;
}

TypeCodeCache::~TypeCodeCache() { is_gone = true; }

CORBA::typecode_reference TypeCodeCache::find(std::uint32_t kind, std::span<const std::byte> parameters) const {
  for (const Entry& entry : entries_) {
    const bool is_alike = entry.kind == kind && entry.parameters.size() == parameters.size();
    if (is_alike && std::memcmp(entry.parameters.data(), parameters.data(), parameters.size()) == 0) return entry.type;
  }
  return nullptr;
}

void TypeCodeCache::add(std::uint32_t kind, std::span<const std::byte> parameters,
                        const CORBA::typecode_reference& type) {
  DIMMA_ASSERT(parameters.size() <= octets_max);
  Entry& entry = entries_[oldest_];
  oldest_ = (oldest_ + 1) % entries_.size();
  entry.type = nullptr;  // so that find() cannot return a half-written entry if memory runs out
  entry.parameters.assign(parameters.begin(), parameters.end());
  entry.kind = kind;
  entry.type = type;
}

}  // namespace dimma::cdr
