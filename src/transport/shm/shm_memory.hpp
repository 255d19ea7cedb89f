#pragma once
// The memory that two processes share. The one that connects makes it, and hands it over its local socket.

#include "reactor/descriptor.hpp"
#include "transport/shm/loan_memory.hpp"
#include "transport/shm/shm_ring.hpp"
#include "transport/transport.hpp"

#include <memory>

namespace dimma::transport {

struct RingSizes {
  std::size_t to_listener = 0;  // octets
  std::size_t to_connector = 0;

  friend bool operator==(const RingSizes&, const RingSizes&) = default;
};

// Two rings, mapped, and the places of loaned sequences if there are any. None of it has a name, and nothing is left
// when both processes have ended.
class ShmMemory {
 public:
  ~ShmMemory();
  ShmMemory(const ShmMemory&) = delete;
  ShmMemory& operator=(const ShmMemory&) = delete;

  // For the end that connects. Returns nullptr and errno if the system has no memory.
  static std::unique_ptr<ShmMemory> make(const RingSizes& sizes, reactor::Descriptor& memory,
                                         const LoanSizes& loans = {});
  // For the end that listens. The peer must not be able to take away what is mapped: the memory has to be sealed
  // against that, and of the size that is stated. Otherwise returns nullptr and sets `error` to an errno.
  static std::unique_ptr<ShmMemory> map(const RingSizes& sizes, const reactor::Descriptor& memory, int& error,
                                        const LoanSizes& loans = {});

  template <class Place>
  Place to_listener() const noexcept {
    return {*reinterpret_cast<RingHead*>(base_), base_ + data_begin, sizes_.to_listener};
  }
  template <class Place>
  Place to_connector() const noexcept {
    return {*reinterpret_cast<RingHead*>(base_ + sizeof(RingHead)), base_ + data_begin + padded(sizes_.to_listener),
            sizes_.to_connector};
  }
  const RingSizes& sizes() const noexcept { return sizes_; }
  // nullptr if there are no places.
  const std::shared_ptr<LoanMemory>& loans() const noexcept { return loans_; }

 private:
  static constexpr std::size_t data_begin = 2 * sizeof(RingHead);
  static constexpr std::size_t padded(std::size_t octets) noexcept { return (octets + 63) / 64 * 64; }
  static constexpr std::size_t total(const RingSizes& sizes) noexcept {
    return data_begin + padded(sizes.to_listener) + padded(sizes.to_connector);
  }

  ShmMemory(const RingSizes& sizes, std::byte* base) noexcept : sizes_(sizes), base_(base) {}
  static std::unique_ptr<ShmMemory> mapped(const RingSizes& sizes, int memory, const LoanSizes& loans,
                                           LoanMemory::Side side);

  const RingSizes sizes_;
  std::byte* const base_;
  std::shared_ptr<LoanMemory> loans_;
};

// Hands the memory over, in the first and only message on the socket except for bells. Returns an errno, or 0.
int send_memory(int socket, const RingSizes& sizes, const reactor::Descriptor& memory,
                const LoanSizes& loans = {}) noexcept;

// Takes the memory if it is there. Returns ok with `memory`; timeout if it is not there yet; end; or failed (EPROTO if
// the message is not of this kind).
Result receive_memory(int socket, std::unique_ptr<ShmMemory>& memory);

}  // namespace dimma::transport
