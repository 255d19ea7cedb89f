// Caches the TypeCodes that this thread has read recently, with their encoded octets as key. The Anys of a program hold
// values of few types, but each Any is sent with its full TypeCode.
#pragma once

#include <dimma/typecode.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dimma::cdr {

class TypeCodeCache {
 public:
  // The maximum size of a cached encapsulation.
  static constexpr std::size_t octets_max = 1024;

  // Returns nullptr if this thread is about to end.
  static TypeCodeCache* of_this_thread();
  ~TypeCodeCache();

  // Returns nil if the TypeCode is not cached. `parameters` is the encapsulation after the kind, without its length.
  CORBA::typecode_reference find(std::uint32_t kind, std::span<const std::byte> parameters) const;
  void add(std::uint32_t kind, std::span<const std::byte> parameters, const CORBA::typecode_reference& type);

 private:
  struct Entry {
    std::uint32_t kind = 0;
    std::vector<std::byte> parameters;
    CORBA::typecode_reference type;
  };
  std::array<Entry, 8> entries_;
  std::size_t oldest_ = 0;
};

}  // namespace dimma::cdr
