#pragma once
// The names that dimma-bench naming binds in the root context, and the object to which it binds them.

#include <CosNaming.hpp>

#include <array>
#include <cstddef>
#include <cstdio>

namespace bench {

inline constexpr const char* bound_object = "corbaloc::192.0.2.1:4711/bench";  // never called

inline CosNaming::Name bound_name(std::size_t number) {
  std::array<char, 32> id{};
  std::snprintf(id.data(), id.size(), "name-%09zu", number);
  CosNaming::Name name;
  name.emplace_back(id.data(), "bench");
  return name;
}

}  // namespace bench
