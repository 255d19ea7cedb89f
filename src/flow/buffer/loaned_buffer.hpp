#pragma once
// The memory of a buffer of loaned sequences, in three parts that are aligned to pages:
//
//   written by the writer only, and mapped read-only by readers:
//     LoanedHead
//     for each place a LoanedPlace: the number of its value, 0 while the value is being written, and the value's octets
//     depth + 1 words: word n modulo (depth + 1) has the place of value n, as n * 65536 + place
//   written by both ends:
//     LoanedShared: which ends sleep
//     for each place a PlaceReaders: one bit for each reader that holds it
//   the places, which readers also map read-only.
//
// To read value n, a reader sets its bit at the place, and then checks that the place still has the value. To reuse a
// place, the writer first marks it as having no value, and then checks whether any bit is set. At least one of the two
// therefore notices the other, and neither waits.
//
// Reader n, below `readers`, holds a lock on octet n of the file, which the system releases when its process ends.
// A writer that finds no free place tries these locks, and clears the bits of readers that no longer exist.

#include "base/loan_arena.hpp"
#include "flow/buffer/buffer_file.hpp"
#include "transport/shm/shared_word.hpp"

#include <dimma/loaned_buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace dimma::flow {

struct LoanedHead {
  SharedWord<std::uint64_t> mark;
  std::uint32_t version;
  std::uint32_t depth;
  std::uint64_t octets_max;
  std::uint64_t type;
  std::uint32_t is_queue;
  std::uint32_t readers;
  std::uint32_t held;
  alignas(64) SharedWord<std::uint64_t> written;
};
struct alignas(64) LoanedPlace {
  SharedWord<std::uint64_t> value;
  SharedWord<std::uint64_t> octets;
};
using LoanedEntry = SharedWord<std::uint64_t>;
struct LoanedShared {
  alignas(64) SharedFlag reader_waits;
  alignas(64) SharedFlag writer_waits;
};
struct alignas(64) PlaceReaders {
  SharedWord<std::uint64_t> bits;
};
// Both kinds of buffer have these fields at the same offsets, so that they can be told apart.
static_assert(offsetof(LoanedHead, version) == offsetof(BufferHead, version) &&
              offsetof(LoanedHead, type) == offsetof(BufferHead, type));

struct LoanedSizes {
  std::uint32_t depth = 0;
  std::uint32_t readers = 0;
  std::uint32_t held = 0;
  std::uint64_t octets_max = 0;
  bool is_queue = false;

  static constexpr std::uint32_t readers_max = 64;
  static constexpr std::uint32_t held_max = 1024;
  static constexpr std::size_t places_max = 65'535;
  static constexpr std::size_t page = 4096;

  bool are_sound() const noexcept;
  // Returns the number of places: for the values kept, the value being written, and the values held by readers.
  std::size_t places() const noexcept { return depth + std::size_t{1} + std::size_t{readers} * held; }
  std::size_t stride() const noexcept { return padded(octets_max, 64); }
  std::size_t entries_begin() const noexcept { return sizeof(LoanedHead) + places() * sizeof(LoanedPlace); }
  std::size_t shared_begin() const noexcept {
    return padded(entries_begin() + (depth + std::size_t{1}) * sizeof(LoanedEntry), page);
  }
  std::size_t shared_octets() const noexcept {
    return padded(sizeof(LoanedShared) + places() * sizeof(PlaceReaders), page);
  }
  std::size_t data_begin() const noexcept { return shared_begin() + shared_octets(); }
  std::size_t total() const noexcept { return data_begin() + places() * stride(); }

  friend bool operator==(const LoanedSizes&, const LoanedSizes&) = default;

 private:
  static constexpr std::size_t padded(std::size_t octets, std::size_t to) noexcept {
    return (octets + to - 1) / to * to;
  }
};

// Maps the memory into this process.
class LoanedMapping {
 public:
  // Throws BufferError.
  LoanedMapping(const std::string& name, const LoanedSizes& sizes, int file, bool writes);
  ~LoanedMapping();
  LoanedMapping(const LoanedMapping&) = delete;
  LoanedMapping& operator=(const LoanedMapping&) = delete;

  const LoanedSizes& sizes() const noexcept { return sizes_; }
  LoanedHead& head() const noexcept { return *reinterpret_cast<LoanedHead*>(base_); }
  LoanedPlace& place(std::size_t place) const noexcept {
    return reinterpret_cast<LoanedPlace*>(base_ + sizeof(LoanedHead))[place];
  }
  LoanedEntry& entry(std::uint64_t number) const noexcept {
    return reinterpret_cast<LoanedEntry*>(base_ + sizes_.entries_begin())[number % (sizes_.depth + std::uint64_t{1})];
  }
  LoanedShared& shared() const noexcept { return *reinterpret_cast<LoanedShared*>(shared_); }
  PlaceReaders& readers(std::size_t place) const noexcept {
    return reinterpret_cast<PlaceReaders*>(shared_ + sizeof(LoanedShared))[place];
  }
  std::byte* data(std::size_t place) const noexcept { return base_ + sizes_.data_begin() + place * sizes_.stride(); }

 private:
  const LoanedSizes sizes_;
  std::byte* base_ = nullptr;
  std::byte* shared_ = nullptr;
};

// Acquires the lock of a reader; returns false if another reader has it. The lock ends when the file is closed.
bool lock_reader(int file, std::uint32_t reader) noexcept;
void unlock_reader(int file, std::uint32_t reader) noexcept;

// Returns the sizes of the buffer whose file is open as `file`; a depth of 0 if the buffer is not complete yet. Throws
// BufferError.
LoanedSizes sizes_of(const std::string& name, int file, const char* type);

// The arena of one end, which counts only its own loans. Messages never refer to it.
class BufferArena : public LoanArena {
 public:
  std::uint64_t own_id() const noexcept override { return 0; }
  std::uint64_t others_id() const noexcept override { return 0; }
  LoanBlock take() override { return {}; }
  LoanBlock take_until(std::chrono::steady_clock::time_point) override { return {}; }
  bool offer(std::uint32_t, std::uint64_t, bool) noexcept override { return false; }
  void let_go(std::uint32_t, std::uint64_t) noexcept override {}
  void withdraw(std::uint32_t, std::uint64_t) noexcept override {}
  void count_copy() noexcept override {}
  void count_wait() noexcept override {}
  void count_refusal() noexcept override {}
  bool closed() const noexcept override { return false; }
  std::byte* claim(std::uint32_t, std::uint64_t, std::size_t) noexcept override { return nullptr; }
  void give_back(std::uint32_t, std::uint64_t) noexcept override {}
  Numbers numbers() const override { return {}; }
};

}  // namespace dimma::flow
