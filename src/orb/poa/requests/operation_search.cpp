// Searches the tables of a skeleton for an operation.

#include <dimma/servant.hpp>

#include <algorithm>

namespace dimma {

const SkeletonEntry* find_among(const SkeletonEntry* begin, const SkeletonEntry* end, std::string_view name) noexcept {
  const auto is_before = [](const SkeletonEntry& entry, std::string_view wanted) { return entry.name < wanted; };
  const SkeletonEntry* const at = std::lower_bound(begin, end, name, is_before);
  return at != end && at->name == name ? at : nullptr;
}

void OperationSearch::look_in(const InterfaceTag& interface, std::span<const SkeletonEntry> table) {
  interfaces.push_back(&interface);
  const SkeletonEntry* const entry = find_among(table.data(), table.data() + table.size(), operation);
  if (entry == nullptr) return;
  having.push_back(&interface);
  if (entry->declared_by != nullptr) having.push_back(entry->declared_by);
}

void OperationSearch::look_behind_bases(const InterfaceTag& interface, std::span<const std::string_view> own,
                                        std::size_t before) {
  interfaces.push_back(&interface);
  const bool has_it = having.size() > before || std::find(own.begin(), own.end(), operation) != own.end();
  if (has_it) having.push_back(&interface);
}

}  // namespace dimma

namespace PortableServer {

void Servant::_find_operation(dimma::OperationSearch&) const {}

}  // namespace PortableServer
