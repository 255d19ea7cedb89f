// The writer's end of a buffer of loaned sequences.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "flow/buffer/buffer_wait.hpp"
#include "flow/buffer/loaned_buffer.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <array>
#include <vector>

#include <fcntl.h>

namespace dimma {

namespace flow {

namespace {

class LoanedWriter final : public detail::LoanedWriterMemory,
                           public BufferArena,
                           public std::enable_shared_from_this<LoanedWriter> {
 public:
  LoanedWriter(std::string name, reactor::Descriptor file, std::unique_ptr<LoanedMapping> mapping)
      : name_(std::move(name)),
        file_(std::move(file)),
        mapping_(std::move(mapping)),
        places_(sizes().places()),
        newest_(mapping_->head().written.load()) {
    for (std::size_t place = 0; place < places_.size(); ++place) find_value(place);
  }

  using BufferArena::take;
  LoanBlock take(std::size_t octets, std::chrono::nanoseconds patience) override;
  bool owns(const LoanBlock& block) const noexcept override {
    return block.arena() == static_cast<const LoanArena*>(this) && block.data() != nullptr;
  }
  void publish(const LoanBlock& block, std::size_t octets) noexcept override;
  std::uint64_t newest() const noexcept override { return mapping_->head().written.load(); }

  std::size_t place_octets() const noexcept override { return sizes().octets_max; }
  void let_go(std::uint32_t place, std::uint64_t loan) noexcept override;

 private:
  struct Place {
    std::uint64_t value = 0;  // number of the value that readers find here; 0: none
    std::uint64_t loan = 0;
    bool is_lent = false;
  };

  const LoanedSizes& sizes() const noexcept { return mapping_->sizes(); }
  void find_value(std::size_t place) noexcept DIMMA_REQUIRES(mutex_);
  LoanBlock take_free() DIMMA_EXCLUDES(mutex_);
  bool is_free(std::size_t place) noexcept DIMMA_REQUIRES(mutex_);
  void take_back() noexcept DIMMA_REQUIRES(mutex_);
  std::uint64_t all_readers() const noexcept {
    return ~std::uint64_t{0} >> (LoanedSizes::readers_max - sizes().readers);
  }

  const std::string name_;
  const reactor::Descriptor file_;  // locked while open
  const std::unique_ptr<LoanedMapping> mapping_;

  sync::Mutex mutex_;
  std::vector<Place> places_ DIMMA_GUARDED_BY(mutex_);
  std::uint64_t newest_ DIMMA_GUARDED_BY(mutex_);
};

// Keeps the value that a previous writer left in the place, if it is complete, and otherwise removes it.
void LoanedWriter::find_value(std::size_t place) noexcept {
  LoanedPlace& there = mapping_->place(place);
  const std::uint64_t value = there.value.load();
  const bool is_kept = value != 0 && value <= newest_ && mapping_->entry(value).load() == (value << 16U | place);
  if (is_kept) {
    places_[place].value = value;
  } else {
    there.value.store(0);
  }
}

// Removes the value and then checks the bits; loaned_buffer.hpp explains the order.
bool LoanedWriter::is_free(std::size_t place) noexcept {
  Place& own = places_[place];
  if (own.is_lent || (own.value != 0 && own.value + sizes().depth > newest_)) return false;
  if (own.value != 0) mapping_->place(place).value.store(0);
  own.value = 0;
  return (mapping_->readers(place).bits.load() & all_readers()) == 0;
}

// Clears the bits of readers that no longer exist, or that hold more than the limit, which readers of this library
// never do.
void LoanedWriter::take_back() noexcept {
  std::array<std::size_t, LoanedSizes::readers_max> held{};
  for (std::size_t place = 0; place < places_.size(); ++place) {
    const std::uint64_t bits = mapping_->readers(place).bits.load();
    for (std::uint32_t reader = 0; reader < sizes().readers; ++reader) held[reader] += bits >> reader & 1U;
  }
  for (std::uint32_t reader = 0; reader < sizes().readers; ++reader) {
    if (held[reader] == 0) continue;
    const bool is_gone = lock_reader(file_.get(), reader);
    if (!is_gone && held[reader] <= sizes().held) continue;
    for (std::size_t place = 0; place < places_.size(); ++place) {
      mapping_->readers(place).bits.clear_bits(std::uint64_t{1} << reader);
    }
    if (is_gone) unlock_reader(file_.get(), reader);
  }
}

LoanBlock LoanedWriter::take_free() {
  const sync::LockGuard lock(mutex_);
  for (int round = 0; round < 2; ++round) {
    if (round != 0) take_back();
    for (std::size_t place = 0; place < places_.size(); ++place) {
      if (!is_free(place)) continue;
      places_[place].is_lent = true;
      return {shared_from_this(), mapping_->data(place), static_cast<std::uint32_t>(place), ++places_[place].loan,
              LoanBlock::Of::sender};
    }
  }
  return {};
}

LoanBlock LoanedWriter::take(std::size_t octets, std::chrono::nanoseconds patience) {
  if (octets > sizes().octets_max) {
    throw CORBA::BAD_PARAM(minor::bad_param_loan, CORBA::COMPLETED_NO,
                           "a value of " + std::to_string(octets) + " octets for buffer " + name_ +
                               " exceeds the size of its places, " + std::to_string(sizes().octets_max) +
                               " (octets_max)");
  }
  LoanBlock taken = take_free();
  if (taken.data() != nullptr) return taken;
  const auto finds = [&] {
    taken = take_free();
    return taken.data() != nullptr;
  };
  if (patience.count() > 0 && await(mapping_->shared().writer_waits, patience, finds)) return taken;
  throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                            "no place of buffer " + name_ + " is free: this program holds all places that its " +
                                std::to_string(sizes().readers) + " readers of " + std::to_string(sizes().held) +
                                " values each leave for writing; write or release some");
}

void LoanedWriter::publish(const LoanBlock& block, std::size_t octets) noexcept {
  DIMMA_ASSERT(owns(block));
  {
    const sync::LockGuard lock(mutex_);
    Place& own = places_[block.place()];
    DIMMA_ASSERT(own.is_lent);
    const std::uint64_t number = newest_ + 1;
    LoanedPlace& there = mapping_->place(block.place());
    there.octets.store(octets);
    there.value.store(number);
    mapping_->entry(number).store(number << 16U | block.place());
    mapping_->head().written.store(number);
    own.value = number;
    own.is_lent = false;
    newest_ = number;
  }
  // Wakes one reader, which wakes two others, so that the writer's cost does not depend on the number of readers.
  SharedFlag& waits = mapping_->shared().reader_waits;
  if (is_awaited(waits)) transport::wake(waits, 1);
}

void LoanedWriter::let_go(std::uint32_t place, std::uint64_t loan) noexcept {
  {
    const sync::LockGuard lock(mutex_);
    Place& own = places_[place];
    if (!own.is_lent || own.loan != loan) return;
    own.is_lent = false;
  }
  SharedFlag& waits = mapping_->shared().writer_waits;
  if (is_awaited(waits)) transport::wake_all(waits);
}

std::unique_ptr<LoanedMapping> make(const std::string& name, int file, const LoanedSizes& sizes, const char* type) {
  begin_anew(name, file, sizes.total());
  auto mapping = std::make_unique<LoanedMapping>(name, sizes, file, true);
  LoanedHead& head = mapping->head();
  head.version = loaned_version;
  head.depth = sizes.depth;
  head.octets_max = sizes.octets_max;
  head.type = number_of(type);
  head.is_queue = sizes.is_queue ? 1 : 0;
  head.readers = sizes.readers;
  head.held = sizes.held;
  head.mark.store(made_mark);
  return mapping;
}

}  // namespace

}  // namespace flow

namespace detail {

std::shared_ptr<LoanedWriterMemory> write_loaned_buffer(const std::string& name, const BufferLayout& layout,
                                                        const char* type) {
  using flow::LoanedSizes;
  const LoanedSizes sizes{.depth = flow::depth_of(name, layout),
                          .readers = layout.readers_max,
                          .held = layout.held_max,
                          .octets_max = layout.octets_max,
                          .is_queue = !layout.history.is_latest()};
  if (!sizes.are_sound()) {
    flow::fail(name,
               "a buffer of loaned sequences has 1 to 64 readers (readers_max) with 1 to 1024 values each (held_max), "
               "and at most 65535 places (history + 1 + readers_max * held_max)");
  }
  auto file = flow::open_buffer(name, O_CREAT);
  flow::lock_for_writer(name, file.get());
  const LoanedSizes existing = flow::sizes_of(name, file.get(), type);
  if (existing.depth != 0 && existing != sizes) {
    flow::fail(name, "it exists with another layout; remove_buffer() removes it");
  }
  auto mapping = existing.depth == 0 ? flow::make(name, file.get(), sizes, type)
                                     : std::make_unique<flow::LoanedMapping>(name, sizes, file.get(), true);
  return std::make_shared<flow::LoanedWriter>(name, std::move(file), std::move(mapping));
}

}  // namespace detail

}  // namespace dimma
