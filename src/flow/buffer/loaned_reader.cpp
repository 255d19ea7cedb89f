// The reader's end of a buffer of loaned sequences.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "flow/buffer/buffer_wait.hpp"
#include "flow/buffer/loaned_buffer.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <chrono>
#include <vector>

namespace dimma {

namespace flow {

namespace {

class LoanedReader final : public detail::LoanedReaderMemory,
                           public BufferArena,
                           public std::enable_shared_from_this<LoanedReader> {
 public:
  LoanedReader(std::string name, reactor::Descriptor file, std::unique_ptr<LoanedMapping> mapping, std::uint32_t reader)
      : name_(std::move(name)),
        file_(std::move(file)),
        mapping_(std::move(mapping)),
        bit_(std::uint64_t{1} << reader),
        holds_(sizes().places()) {
    // A previous reader with this number may have been killed before it cleared its bits.
    for (std::size_t place = 0; place < holds_.size(); ++place) mapping_->readers(place).bits.clear_bits(bit_);
  }

  std::uint64_t newest() const noexcept override { return mapping_->head().written.load(); }
  std::uint64_t oldest() const noexcept override {
    const std::uint64_t newest = this->newest();
    return newest > sizes().depth ? newest - sizes().depth + 1 : 1;
  }
  bool is_queue() const noexcept override { return sizes().is_queue; }
  LoanBlock get(std::uint64_t number, std::size_t& octets, bool& found) override;
  bool await_newer(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept override;
  [[noreturn]] void damaged() const override { fail(name_, "its memory is damaged"); }

  std::size_t place_octets() const noexcept override { return sizes().octets_max; }
  void give_back(std::uint32_t place, std::uint64_t loan) noexcept override;

 private:
  const LoanedSizes& sizes() const noexcept { return mapping_->sizes(); }
  bool keep(std::size_t place, std::uint64_t number) DIMMA_REQUIRES(mutex_);
  void let_place_go(std::size_t place) noexcept DIMMA_REQUIRES(mutex_);

  const std::string name_;
  const reactor::Descriptor file_;  // one octet of it is locked while it is open
  const std::unique_ptr<LoanedMapping> mapping_;
  const std::uint64_t bit_;

  sync::Mutex mutex_;
  std::vector<std::uint32_t> holds_ DIMMA_GUARDED_BY(mutex_);
  std::size_t held_ DIMMA_GUARDED_BY(mutex_) = 0;
};

// Sets the bit and then checks the value; loaned_buffer.hpp explains the order.
bool LoanedReader::keep(std::size_t place, std::uint64_t number) {
  if (holds_[place] == 0) {
    if (held_ == sizes().held) {
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                                "this reader of buffer " + name_ + " keeps " + std::to_string(held_) +
                                    " values, the limit (held_max); release one first");
    }
    ++held_;
    mapping_->readers(place).bits.set_bits(bit_);
  }
  ++holds_[place];
  if (mapping_->place(place).value.load() == number) return true;
  let_place_go(place);
  return false;
}

void LoanedReader::let_place_go(std::size_t place) noexcept {
  DIMMA_ASSERT(holds_[place] != 0);
  if (--holds_[place] != 0) return;
  --held_;
  mapping_->readers(place).bits.clear_bits(bit_);
  SharedFlag& waits = mapping_->shared().writer_waits;
  if (is_awaited(waits)) transport::wake_all(waits);
}

LoanBlock LoanedReader::get(std::uint64_t number, std::size_t& octets, bool& found) {
  const sync::LockGuard lock(mutex_);
  const std::uint64_t entry = mapping_->entry(number).load();
  const std::size_t place = entry & 0xffffU;
  found = false;
  if (entry >> 16U != number || place >= holds_.size() || !keep(place, number)) return {};
  octets = mapping_->place(place).octets.load();
  found = octets <= sizes().octets_max;
  if (found && octets != 0) {
    return {shared_from_this(), mapping_->data(place), static_cast<std::uint32_t>(place), number,
            LoanBlock::Of::receiver};
  }
  let_place_go(place);
  return {};
}

void LoanedReader::give_back(std::uint32_t place, std::uint64_t /*loan*/) noexcept {
  const sync::LockGuard lock(mutex_);
  let_place_go(place);
}

bool LoanedReader::await_newer(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept {
  SharedFlag& waits = mapping_->shared().reader_waits;
  const auto has_come = [&] { return newest() > number; };
  // The writer wakes only one reader, so each reader that is woken wakes two others. See LoanedWriter::publish().
  return await(waits, patience, has_come, [&] {
    if (has_come()) transport::wake(waits, 2);
  });
}

std::uint32_t register_reader(const std::string& name, int file, const LoanedSizes& sizes) {
  // Retries, since the writer holds a reader's lock for an instant when it checks whether the reader still exists.
  constexpr int rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    if (round != 0) sync::sleep_for(std::chrono::milliseconds(1));
    for (std::uint32_t reader = 0; reader < sizes.readers; ++reader) {
      if (lock_reader(file, reader)) return reader;
    }
  }
  fail(name, "it already has the maximum number of readers, " + std::to_string(sizes.readers) + " (readers_max)");
}

}  // namespace

}  // namespace flow

namespace detail {

std::shared_ptr<LoanedReaderMemory> read_loaned_buffer(const std::string& name, const char* type) {
  auto file = flow::open_buffer(name, 0);
  const auto sizes = file ? flow::sizes_of(name, file.get(), type) : flow::LoanedSizes();
  if (sizes.depth == 0) flow::fail(name, "it does not exist yet");
  const std::uint32_t reader = flow::register_reader(name, file.get(), sizes);
  auto mapping = std::make_unique<flow::LoanedMapping>(name, sizes, file.get(), false);
  return std::make_shared<flow::LoanedReader>(name, std::move(file), std::move(mapping), reader);
}

}  // namespace detail

}  // namespace dimma
