#pragma once
/// Message buffers whose values are sequences that are never copied: the writer fills memory of the buffer, and readers
/// read it in place. A dimma extension; part of message_buffer.hpp.
///
///   dimma::BufferWriter<dimma::loaned<float>> out("scan", {.octets_max = 1 << 20});
///   auto scan = out.loan(points);                                memory of the buffer
///   measure(scan.data(), scan.size());
///   out.write(std::move(scan));                                  readers see it; nothing is copied
///
///   dimma::BufferReader<dimma::loaned<float>> in("scan");        in any process of the same user
///   dimma::BufferView<float> view;
///   if (in.read(view, std::chrono::seconds(1))) use(view.data(), view.size());
///
/// A value that a reader holds does not change until the reader releases it. The place then returns to the writer, as
/// do all places of a reader that is killed. There are at least two more places than all readers together can keep, so
/// readers that keep their values never make the writer wait: here, too, no process delays another.
/// docs/guides/message-buffers.md has more.

#include <dimma/loaned.hpp>
#include <dimma/message_buffer.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>

namespace dimma {

namespace detail {

/// The writer's end of the memory. Loans may be released by any thread; all functions are called by one thread at a
/// time.
class LoanedWriterMemory {
 public:
  virtual ~LoanedWriterMemory() = default;
  virtual LoanBlock take(std::size_t octets, std::chrono::nanoseconds patience) = 0;
  /// Returns true if the block belongs to this buffer and can be published.
  virtual bool owns(const LoanBlock& block) const noexcept = 0;
  virtual void publish(const LoanBlock& block, std::size_t octets) noexcept = 0;
  virtual std::uint64_t newest() const noexcept = 0;
};

/// A reader's end of the memory. The same thread rules apply.
class LoanedReaderMemory {
 public:
  virtual ~LoanedReaderMemory() = default;
  virtual std::uint64_t newest() const noexcept = 0;
  virtual std::uint64_t oldest() const noexcept = 0;
  virtual bool is_queue() const noexcept = 0;
  /// Returns value `number`, which is kept until the block is released. A block without memory means that the value has
  /// been overwritten in the meantime, in which case `found` is false, or has no octets. Throws CORBA::NO_RESOURCES.
  virtual LoanBlock get(std::uint64_t number, std::size_t& octets, bool& found) = 0;
  virtual bool await_newer(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept = 0;
  /// Throws BufferError, since the contents are not a value of the buffer.
  [[noreturn]] virtual void damaged() const = 0;
};

/// Open the two ends of a buffer. Throw BufferError, CORBA::NO_MEMORY.
std::shared_ptr<LoanedWriterMemory> write_loaned_buffer(const std::string& name, const BufferLayout& layout,
                                                        const char* type);
std::shared_ptr<LoanedReaderMemory> read_loaned_buffer(const std::string& name, const char* type);

}  // namespace detail

/// A reader's view of a value. The elements are in memory that all readers share, and do not change until this object
/// is destroyed, moved from, or read into again. May outlive its reader. Movable, not copyable. An object is used by
/// one thread at a time; views of one reader are independent of each other.
template <Loanable T>
class BufferView {
 public:
  using value_type = T;

  /// Has no elements.
  BufferView() noexcept = default;
  BufferView(BufferView&& other) noexcept : block_(std::move(other.block_)), size_(std::exchange(other.size_, 0)) {}
  BufferView& operator=(BufferView&& other) noexcept {
    block_ = std::move(other.block_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~BufferView() = default;

  /// Access to the elements: a contiguous range, which converts to a std::span<const T>. The memory is read-only.
  const T* data() const noexcept { return reinterpret_cast<const T*>(block_.data()); }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  const T& operator[](std::size_t index) const noexcept { return data()[index]; }
  const T* begin() const noexcept { return data(); }
  const T* end() const noexcept { return data() + size_; }

 private:
  template <class>
  friend class BufferReader;
  BufferView(LoanBlock block, std::size_t size) noexcept : block_(std::move(block)), size_(size) {}

  LoanBlock block_;
  std::size_t size_ = 0;
};

/// The writer of a buffer of sequences. Movable, not copyable; used by one thread at a time. Loans may outlive it.
template <Loanable T, std::uint32_t Bound>
class BufferWriter<loaned<T, Bound>> {
 public:
  /// Like the constructor of the general BufferWriter, except that octets_max limits the octets of the elements, and
  /// that the memory of all places is allocated at once.
  explicit BufferWriter(const std::string& name, const BufferLayout& layout = {})
      : memory_(detail::write_loaned_buffer(name, layout, typeid(loaned<T>).name())) {}

  /// Returns memory of the buffer for `count` elements, whose values are undefined. Throws CORBA::BAD_PARAM for more
  /// than octets_max, and CORBA::NO_RESOURCES if no place becomes free within `patience`, which means that the program
  /// itself holds all loans not reserved for readers. Places of readers that were killed, or that keep more values than
  /// allowed, are reclaimed first.
  loaned<T, Bound> loan(std::size_t count, std::chrono::nanoseconds patience = std::chrono::nanoseconds(0)) {
    return loaned<T>(memory_->take(LoanBlock::octets_of(count, sizeof(T)), patience), count);
  }
  /// Publishes the value: readers see it when this returns. A value in memory from loan() of this writer is not copied;
  /// any other value is copied into such memory. Throws CORBA::BAD_PARAM for more elements than the type's bound.
  void write(loaned<T, Bound> value) {
    if (Bound != 0 && value.size() > Bound) cdr::bound_exceeded(value.size(), Bound);
    const std::size_t octets = value.size() * sizeof(T);
    if (memory_->owns(value.block())) return memory_->publish(value.block(), octets);
    const LoanBlock copy = memory_->take(octets, std::chrono::nanoseconds(0));
    if (octets != 0) std::memcpy(copy.data(), value.data(), octets);
    memory_->publish(copy, octets);
  }
  /// Like BufferWriter::written() of the general template.
  std::uint64_t written() const noexcept { return memory_->newest(); }

 private:
  std::shared_ptr<detail::LoanedWriterMemory> memory_;
};

/// A reader of a buffer of sequences; readers are independent of each other. Movable, not copyable; not thread-safe.
template <Loanable T, std::uint32_t Bound>
class BufferReader<loaned<T, Bound>> {
 public:
  /// Like the constructor of the general BufferReader; also throws BufferError if the buffer has as many readers as its
  /// layout allows.
  explicit BufferReader(const std::string& name)
      : memory_(detail::read_loaned_buffer(name, typeid(loaned<T>).name())) {}

  /// Returns true if there is a new value. Never waits.
  bool poll() const noexcept { return memory_->newest() > read_; }

  /// Like read() of the general BufferReader, except that the value is not copied but kept in place; the value that
  /// `value` kept before is released first. Throws CORBA::NO_RESOURCES if this reader already keeps held_max values
  /// (BufferLayout).
  bool read(BufferView<T>& value, std::chrono::nanoseconds patience = std::chrono::nanoseconds(0)) {
    if (!poll() && (patience.count() <= 0 || !memory_->await_newer(read_, patience))) return false;
    const std::uint64_t number = fetch(value, memory_->is_queue());
    if (memory_->is_queue()) missed_ += number - read_ - 1;
    read_ = number;
    return true;
  }
  /// Like peek() of the general BufferReader.
  bool peek(BufferView<T>& value) {
    if (memory_->newest() == 0) return false;
    fetch(value, memory_->is_queue() && poll());
    return true;
  }
  /// Returns the number of values of a queue that were overwritten before this reader read them.
  std::uint64_t missed() const noexcept { return missed_; }

 private:
  std::uint64_t fetch(BufferView<T>& value, bool next) {
    value = BufferView<T>();
    for (std::uint64_t last = 0;;) {
      const std::uint64_t number = next ? (std::max)(read_ + 1, memory_->oldest()) : memory_->newest();
      if (number == last) memory_->damaged();
      last = number;
      std::size_t octets = 0;
      bool found = false;
      LoanBlock block = memory_->get(number, octets, found);
      if (!found) continue;
      if (octets % sizeof(T) != 0 || (Bound != 0 && octets / sizeof(T) > Bound)) memory_->damaged();
      value = BufferView<T>(std::move(block), octets / sizeof(T));
      return number;
    }
  }

  std::shared_ptr<detail::LoanedReaderMemory> memory_;
  std::uint64_t read_ = 0;
  std::uint64_t missed_ = 0;
};

}  // namespace dimma
