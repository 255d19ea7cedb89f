#pragma once
// The object ids that an object adapter with SYSTEM_ID assigns.

#include "base/sync/sync.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::orb {

// An id is a number, counted from 1. With PERSISTENT it must also differ from the ids of earlier runs, and contains the
// ORB's stamp. Thread-safe.
class SystemIds {
 public:
  SystemIds() noexcept = default;
  // For PERSISTENT. The adapters of an ORB share `count`, so that an adapter that is destroyed and created again does
  // not assign an id twice. `count` must outlive this object.
  SystemIds(std::uint64_t stamp, sync::Atomic<std::uint64_t>& count) noexcept : stamp_(stamp), count_(&count) {}
  SystemIds(const SystemIds&) = delete;
  SystemIds& operator=(const SystemIds&) = delete;

  std::string next();
  // Returns true if this object has assigned the id, or an earlier run may have assigned it.
  bool may_have_assigned(std::string_view id) const noexcept;

 private:
  const std::optional<std::uint64_t> stamp_;
  sync::Atomic<std::uint64_t> own_count_{0};
  sync::Atomic<std::uint64_t>* const count_ = &own_count_;
};

}  // namespace dimma::orb
