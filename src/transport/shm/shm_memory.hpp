#pragma once
// The memory that two processes share. The connecting process creates it, and passes it over its local socket.

#include "reactor/descriptor.hpp"
#include "transport/shm/loan_memory.hpp"
#include "transport/shm/shm_ring.hpp"
#include "transport/transport.hpp"

#include <memory>

namespace dimma::transport {

struct RingSizes {
  std::size_t to_listener = 0;  // in octets
  std::size_t to_connector = 0;

  friend bool operator==(const RingSizes&, const RingSizes&) = default;
};

// Two mapped rings, and the places of loaned sequences if there are any. The memory has no name, and disappears when
// both processes have ended.
class ShmMemory {
 public:
  ~ShmMemory();
  ShmMemory(const ShmMemory&) = delete;
  ShmMemory& operator=(const ShmMemory&) = delete;

  // Used by the connecting end. Returns nullptr and sets errno if the system has no memory.
  static std::unique_ptr<ShmMemory> make(const RingSizes& sizes, reactor::Descriptor& memory,
                                         const LoanSizes& loans = {});
  // Used by the listening end. The memory has to be sealed against shrinking, so that the peer cannot remove mapped
  // memory, and have the stated size. Otherwise returns nullptr and sets `error` to an errno.
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
  // Returns nullptr if there are no places.
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

// Sends the memory, in the first message on the socket; only bells follow. Returns 0 or an errno.
int send_memory(int socket, const RingSizes& sizes, const reactor::Descriptor& memory,
                const LoanSizes& loans = {}) noexcept;

// Receives the memory. Returns ok with `memory`; timeout if it has not arrived yet; end; or failed (EPROTO if the
// message is malformed).
Result receive_memory(int socket, std::unique_ptr<ShmMemory>& memory);

}  // namespace dimma::transport
