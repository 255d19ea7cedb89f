// The memory of a message buffer:
//
//   offset  octets
//        0       8  mark: the buffer is made in full
//        8       4  version
//       12       4  slots
//       16       8  octets of a value at most
//       24       8  a number for its type
//       32       4  1: a queue
//       64       8  written: the number of the newest value, from 1
//      128       4  1: some reader sleeps until there is a newer one
//      192       8  confirmed: the highest number that some reader has taken
//      200       4  1: the writer sleeps until there is a higher one
//      256          slots, each of 64 octets and the value's, up to a multiple of 64
//                   0  8  2n+1 while value n is being written, 2n+2 when it is
//                   8  8  octets of the value
//
// Value n lies in slot n modulo their number. A reader copies the value and then looks whether the slot's number is
// still the same. There is one slot more than values that are kept, and with `latest` three more, so that a reader
// has time.

#include <dimma/message_buffer.hpp>

#include "base/sync.hpp"
#include "transport/deadline.hpp"
#include "transport/descriptor.hpp"
#include "transport/shared_word.hpp"

#include <dimma/minor.hpp>

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dimma {

namespace {

using transport::Clock;
using transport::Deadline;
using transport::SharedFlag;
using transport::SharedWord;

constexpr std::uint64_t made_mark = 0x6675'6261'6d6d'6964;  // "dimmabuf"
constexpr std::uint32_t layout_version = 1;
constexpr std::size_t octets_most = std::size_t{64} << 20;
constexpr std::size_t queue_most = 65'000;
constexpr std::uint32_t slots_of_latest = 4;
constexpr std::chrono::milliseconds looks_every{50};

struct Head {
  SharedWord<std::uint64_t> mark;
  std::uint32_t version;
  std::uint32_t slots;
  std::uint64_t octets_max;
  std::uint64_t type;
  std::uint32_t is_queue;
  alignas(64) SharedWord<std::uint64_t> written;
  alignas(64) SharedFlag reader_waits;
  alignas(64) SharedWord<std::uint64_t> confirmed;
  SharedFlag writer_waits;
};
struct alignas(64) Slot {
  SharedWord<std::uint64_t> mark;
  std::uint64_t octets;
};
static_assert(offsetof(Head, written) == 64 && offsetof(Head, confirmed) == 192 && sizeof(Head) == 256);
static_assert(sizeof(Slot) == 64);

constexpr std::uint64_t written_mark(std::uint64_t number) noexcept { return 2 * number + 2; }
constexpr std::size_t slot_octets(std::size_t octets_max) noexcept {
  return sizeof(Slot) + ((octets_max + 63) & ~std::size_t{63});
}
constexpr std::size_t memory_octets(std::size_t slots, std::size_t octets_max) noexcept {
  return sizeof(Head) + slots * slot_octets(octets_max);
}

std::uint64_t number_of(const char* type) noexcept {
  std::uint64_t number = 14'695'981'039'346'656'037U;
  for (; *type != '\0'; ++type) number = (number ^ static_cast<unsigned char>(*type)) * 1'099'511'628'211U;
  return number;
}

std::string file_of(const std::string& name) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
  if (name.empty() || name.size() > 64 || name.find_first_not_of(letters) != std::string::npos) {
    throw BufferError("a buffer's name has 1 to 64 of A-Z, a-z, 0-9, _, . and -, and '" + name.substr(0, 64) +
                      "' is none");
  }
  return "/dimma-buffer-" + std::to_string(::geteuid()) + "-" + name;
}

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw BufferError("buffer " + name + ": " + why);
}
[[noreturn]] void fail_for(const std::string& name, int error) { fail(name, std::generic_category().message(error)); }

// The file's memory in this process.
class Mapping {
 public:
  Mapping(const std::string& name, int file, std::size_t octets) : octets_(octets) {
    memory_ = ::mmap(nullptr, octets, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory_ == MAP_FAILED) fail_for(name, errno);
  }
  ~Mapping() { ::munmap(memory_, octets_); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  Head& head() const noexcept { return *static_cast<Head*>(memory_); }
  Slot& slot(std::uint64_t number, std::uint32_t slots, std::size_t octets_max) const noexcept {
    auto* const first = static_cast<std::byte*>(memory_) + sizeof(Head);
    return *reinterpret_cast<Slot*>(first + (number % slots) * slot_octets(octets_max));
  }

 private:
  void* memory_;
  const std::size_t octets_;
};

// Sleeps on the flag until it holds. The one who makes it so looks at the flag behind that.
template <class Holds>
bool await(SharedFlag& flag, std::chrono::nanoseconds patience, Holds holds) noexcept {
  const auto now = Clock::now();
  const Deadline until = patience < Deadline::max() - now ? now + patience : Deadline::max();
  while (!holds()) {
    flag.store(1);
    if (holds()) return true;
    const auto left = until - Clock::now();
    if (left.count() <= 0) return false;
    transport::wait_while(flag, 1, std::min<std::chrono::nanoseconds>(left, looks_every));
  }
  return true;
}

void wake(SharedFlag& flag) noexcept {
  if (flag.load() != 0 && flag.exchange(0) != 0) transport::wake_all(flag);
}

class Memory final : public detail::BufferMemory {
 public:
  // What the head says is taken once, so that what is written there later misleads nobody.
  Memory(transport::Descriptor file, std::unique_ptr<Mapping> mapping, std::uint32_t slots, std::size_t octets_max,
         bool is_queue)
      : file_(std::move(file)),
        mapping_(std::move(mapping)),
        slots_(slots),
        octets_max_(octets_max),
        is_queue_(is_queue) {}

  std::uint64_t newest() const noexcept override { return head().written.load(); }
  std::uint64_t oldest() const noexcept override {
    const std::uint64_t newest = this->newest();
    return newest >= slots_ ? newest - slots_ + 2 : 1;
  }
  std::size_t octets_max() const noexcept override { return octets_max_; }
  bool is_queue() const noexcept override { return is_queue_; }

  void put(std::span<const std::byte> value) noexcept override {
    const std::uint64_t number = newest() + 1;
    Slot& slot = slot_of(number);
    slot.mark.store(written_mark(number) - 1);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    slot.octets = value.size();
    std::memcpy(&slot + 1, value.data(), value.size());
    slot.mark.store(written_mark(number));
    head().written.store(number);
    wake(head().reader_waits);
  }

  bool get(std::uint64_t number, cdr::Buffer& into, std::size_t& octets) const override {
    Slot& slot = slot_of(number);
    if (slot.mark.load() != written_mark(number)) return false;
    octets = slot.octets;
    if (octets > octets_max_) return false;
    if (into.capacity() < octets) into.grow(octets, 0);
    std::memcpy(into.data(), &slot + 1, octets);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return slot.mark.load() == written_mark(number);
  }

  bool await_newer(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept override {
    return await(head().reader_waits, patience, [&] { return newest() > number; });
  }
  void confirm(std::uint64_t number) noexcept override {
    std::uint64_t* const word = head().confirmed.address();
    std::uint64_t known = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    while (known < number &&
           !__atomic_compare_exchange_n(word, &known, number, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    wake(head().writer_waits);
  }
  bool await_confirmed(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept override {
    return await(head().writer_waits, patience, [&] { return head().confirmed.load() >= number; });
  }

 private:
  Head& head() const noexcept { return mapping_->head(); }
  Slot& slot_of(std::uint64_t number) const noexcept { return mapping_->slot(number, slots_, octets_max_); }

  const transport::Descriptor file_;  // locked by the writer, for as long as it lives
  const std::unique_ptr<Mapping> mapping_;
  const std::uint32_t slots_;
  const std::size_t octets_max_;
  const bool is_queue_;
};

transport::Descriptor open(const std::string& name, int flags) {
  constexpr mode_t own = 0600;
  transport::Descriptor file(::shm_open(file_of(name).c_str(), O_RDWR | O_CLOEXEC | flags, own));
  if (!file && errno != ENOENT) fail_for(name, errno);
  struct stat told {};
  if (file && (::fstat(file.get(), &told) != 0 || told.st_uid != ::geteuid())) fail(name, "it is somebody else's");
  return file;
}

std::size_t size_of(const std::string& name, int file) {
  struct stat told {};
  if (::fstat(file, &told) != 0) fail_for(name, errno);
  return static_cast<std::size_t>(told.st_size);
}

// Of a buffer that is made in full; nullptr where it is not (yet).
std::unique_ptr<detail::BufferMemory> existing(const std::string& name, transport::Descriptor& file, const char* type) {
  const std::size_t octets = size_of(name, file.get());
  if (octets < sizeof(Head)) return nullptr;
  std::uint32_t slots = 0;
  std::size_t octets_max = 0;
  bool is_queue = false;
  {
    const Mapping front(name, file.get(), sizeof(Head));
    const Head& head = front.head();
    if (head.mark.load() != made_mark) return nullptr;
    if (head.version != layout_version) fail(name, "it is of another version of dimma");
    if (head.type != number_of(type)) fail(name, "it holds values of another type");
    slots = head.slots;
    octets_max = head.octets_max;
    is_queue = head.is_queue != 0;
  }
  if (slots < 2 || slots > queue_most + 1 || octets_max > octets_most || memory_octets(slots, octets_max) > octets) {
    fail(name, "its memory is damaged");
  }
  auto mapping = std::make_unique<Mapping>(name, file.get(), memory_octets(slots, octets_max));
  return std::make_unique<Memory>(std::move(file), std::move(mapping), slots, octets_max, is_queue);
}

std::uint32_t slots_for(const std::string& name, const BufferLayout& layout) {
  if (layout.octets_max == 0 || layout.octets_max > octets_most) {
    fail(name, "a value has 1 to " + std::to_string(octets_most) + " octets");
  }
  if (layout.history.is_latest()) return slots_of_latest;
  const auto depth = layout.history.depth();
  if (depth.is_unlimited() || depth.value() == 0 || depth.value() > queue_most) {
    fail(name, "a queue holds 1 to " + std::to_string(queue_most) + " values");
  }
  return static_cast<std::uint32_t>(depth.value()) + 1;
}

std::unique_ptr<detail::BufferMemory> make(const std::string& name, transport::Descriptor file, std::uint32_t slots,
                                           const BufferLayout& layout, const char* type) {
  const std::size_t octets = memory_octets(slots, layout.octets_max);
  // What a writer left that was killed here is begun anew. The memory is had now or not at all.
  int error = ::ftruncate(file.get(), 0) != 0 ? errno : 0;
  if (error == 0) error = ::posix_fallocate(file.get(), 0, static_cast<off_t>(octets));
  if (error != 0) fail_for(name, error);
  auto mapping = std::make_unique<Mapping>(name, file.get(), octets);
  Head& head = mapping->head();
  head.version = layout_version;
  head.slots = slots;
  head.octets_max = layout.octets_max;
  head.type = number_of(type);
  head.is_queue = layout.history.is_latest() ? 0 : 1;
  head.mark.store(made_mark);
  return std::make_unique<Memory>(std::move(file), std::move(mapping), slots, layout.octets_max,
                                  !layout.history.is_latest());
}

}  // namespace

namespace detail {

std::unique_ptr<BufferMemory> write_buffer(const std::string& name, const BufferLayout& layout, const char* type) {
  const std::uint32_t slots = slots_for(name, layout);
  auto file = open(name, O_CREAT);
  // Held by the open file: it goes with the process, however that ends.
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) fail(name, "it has a writer already");
  const int descriptor = file.get();
  auto memory = existing(name, file, type);
  if (!memory) return make(name, std::move(file), slots, layout, type);
  const bool is_same = memory->octets_max() == layout.octets_max && memory->is_queue() != layout.history.is_latest() &&
                       size_of(name, descriptor) == memory_octets(slots, layout.octets_max);
  if (!is_same) fail(name, "it exists with another layout; remove_buffer() removes it");
  return memory;
}

std::unique_ptr<BufferMemory> read_buffer(const std::string& name, const char* type) {
  auto file = open(name, 0);
  auto memory = file ? existing(name, file, type) : nullptr;
  if (!memory) fail(name, "nobody has made it yet");
  return memory;
}

}  // namespace detail

bool remove_buffer(const std::string& name) {
  const std::string file = file_of(name);
  if (::shm_unlink(file.c_str()) == 0) return true;
  if (errno != ENOENT) fail_for(name, errno);
  return false;
}

}  // namespace dimma
