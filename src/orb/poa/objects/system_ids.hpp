#pragma once
// The object ids that an object adapter with SYSTEM_ID assigns.

#include "base/sync/sync.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::orb {

// An id is a number, counted from 1 on. With PERSISTENT it also has the stamp of the process's run, because ids must
// differ from those of earlier runs. Thread-safe.
class SystemIds {
 public:
  SystemIds() noexcept = default;
  // For PERSISTENT. `count` is shared by the adapters of an ORB, so that one that is destroyed and created again does
  // not assign an id twice; it must outlive this object.
  SystemIds(std::uint64_t stamp, sync::Atomic<std::uint64_t>& count) noexcept : stamp_(stamp), count_(&count) {}
  SystemIds(const SystemIds&) = delete;
  SystemIds& operator=(const SystemIds&) = delete;

  std::string next();
  // True if the id was assigned here, or may have been by an earlier run.
  bool may_have_assigned(std::string_view id) const noexcept;

 private:
  const std::optional<std::uint64_t> stamp_;
  sync::Atomic<std::uint64_t> own_count_{0};
  sync::Atomic<std::uint64_t>* const count_ = &own_count_;
};

}  // namespace dimma::orb
