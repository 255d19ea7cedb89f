#pragma once
/// Message buffers, after NIST's NML: a typed place in shared memory that one process writes and many read. A dimma
/// extension.
///
/// A buffer keeps either the latest value (NML's default) or a queue of the last n. No process waits for another: the
/// writer overwrites the oldest value whether it has been read or not; readers take no lock, and see each value
/// completely or not at all; and a writer that is killed while it writes a value leaves the previous values intact.
/// Values may have any type of the IDL mapping that has a codec (structs, unions, sequences, strings, ...), and are
/// stored as CDR. In a buffer of dimma::loaned<T> values are written and read in place, without copies
/// (loaned_buffer.hpp).
///
/// A buffer is a file of this user in /dev/shm. It outlives its writer with its last contents, so that another writer
/// can continue; remove_buffer() removes it. Processes of the same user are trusted not to damage it.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/qos.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <typeinfo>

namespace dimma {

/// Thrown if a buffer cannot be opened: no buffer has this name, it holds another type, or it already has a writer.
/// what() gives the reason.
class BufferError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The layout of a buffer, as stated by its writer; an existing buffer must have the same layout.
struct BufferLayout {
  History history = History::latest;  ///< `latest`, or queue(n) with n from 1 to 65,000
  std::size_t octets_max =
      4096;  ///< maximum size of a value in CDR, up to 64 MiB; longer values are refused with CORBA::MARSHAL
  // For a buffer of loaned sequences (loaned_buffer.hpp), which has history + 1 + readers_max * held_max places:
  std::uint32_t readers_max = 8;  ///< readers at a time, 1 to 64
  std::uint32_t held_max = 2;     ///< values that each reader can keep, 1 to 1024
};

/// Removes the buffer with this name. Returns false if there is none. Processes that have the buffer open can keep
/// using it; no other process can open it.
bool remove_buffer(const std::string& name);

namespace detail {

/// One end of the memory of a buffer. Not thread-safe.
class BufferMemory {
 public:
  virtual ~BufferMemory() = default;
  /// Returns the number of the newest value; 0 if there is none yet.
  virtual std::uint64_t newest() const noexcept = 0;
  /// Returns the number of the oldest value that can still be read.
  virtual std::uint64_t oldest() const noexcept = 0;
  virtual std::size_t octets_max() const noexcept = 0;
  virtual bool is_queue() const noexcept = 0;
  virtual void put(std::span<const std::byte> value) noexcept = 0;
  /// Copies value `number` into `into`. Returns false if the value has been overwritten in the meantime.
  virtual bool get(std::uint64_t number, cdr::Buffer& into, std::size_t& octets) const = 0;
  /// Waits for a value with a number greater than `number`. Returns false if there is none within `patience`.
  virtual bool await_newer(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept = 0;
  /// confirm() records that a reader has taken value `number`; await_confirmed() waits for that, for at most
  /// `patience`.
  virtual void confirm(std::uint64_t number) noexcept = 0;
  virtual bool await_confirmed(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept = 0;
};

/// Open the two ends of a buffer. Throw BufferError, CORBA::NO_MEMORY.
std::unique_ptr<BufferMemory> write_buffer(const std::string& name, const BufferLayout& layout, const char* type);
std::unique_ptr<BufferMemory> read_buffer(const std::string& name, const char* type);

}  // namespace detail

/// The writer of a buffer. Movable, not copyable; used by one thread at a time.
template <class T>
class BufferWriter {
 public:
  /// Opens the buffer, and creates it if necessary. `name` has 1 to 64 characters A-Z a-z 0-9 _ . - and is common to
  /// all processes of this user. Throws BufferError if the buffer has a writer, or another layout or type.
  explicit BufferWriter(const std::string& name, const BufferLayout& layout = {})
      : memory_(detail::write_buffer(name, layout, typeid(T).name())), buffer_(1024, memory_->octets_max()) {}

  /// Writes the value: readers see it when this returns. The writer never waits for readers, and they never wait for
  /// the writer. Throws CORBA::MARSHAL, without writing, for a value that is longer than the layout allows.
  void write(const T& value) {
    cdr::Encoder out(buffer_);
    cdr::codec<T>::write(out, value);
    memory_->put(out.octets());
  }
  /// Writes the value, and waits until a reader has read this value or, with `latest`, a later one. Returns false if
  /// that does not happen within `patience`; the value is written nevertheless.
  bool write_confirmed(const T& value, std::chrono::nanoseconds patience) {
    write(value);
    return memory_->await_confirmed(memory_->newest(), patience);
  }
  /// Returns the number of values written since the buffer was created, by all its writers.
  std::uint64_t written() const noexcept { return memory_->newest(); }

 private:
  std::unique_ptr<detail::BufferMemory> memory_;
  cdr::Buffer buffer_;
};

/// A reader of a buffer; readers are independent of each other. Movable, not copyable; not thread-safe.
template <class T>
class BufferReader {
 public:
  /// Opens the buffer. The current value (`latest`), or all values in the queue, count as new. Throws BufferError if
  /// the buffer does not exist yet or holds another type.
  explicit BufferReader(const std::string& name)
      : memory_(detail::read_buffer(name, typeid(T).name())), buffer_(1024, memory_->octets_max()) {}

  /// Returns true if there is a new value. Never waits.
  bool poll() const noexcept { return memory_->newest() > read_; }

  /// Reads the next value: the newest if the buffer keeps the latest, otherwise the oldest one in the queue that this
  /// reader has not read. Returns false if there is no new value within `patience`. Throws CORBA::MARSHAL if the
  /// contents are not a T.
  bool read(T& value, std::chrono::nanoseconds patience = std::chrono::nanoseconds(0)) {
    if (!poll() && (patience.count() <= 0 || !memory_->await_newer(read_, patience))) return false;
    const std::uint64_t number = fetch(value, memory_->is_queue());
    if (memory_->is_queue()) missed_ += number - read_ - 1;
    read_ = number;
    memory_->confirm(number);
    return true;
  }

  /// Reads the value that read() would read, or the newest one if there is no new value, without marking it as read.
  /// Returns false if no value has ever been written.
  bool peek(T& value) {
    if (memory_->newest() == 0) return false;
    fetch(value, memory_->is_queue() && poll());
    return true;
  }

  /// Returns the number of values of a queue that were overwritten before this reader read them.
  std::uint64_t missed() const noexcept { return missed_; }

 private:
  // Reads a value; tries again if it is overwritten meanwhile. Returns the number of the value read.
  std::uint64_t fetch(T& value, bool next) {
    for (;;) {
      const std::uint64_t number = next ? (std::max)(read_ + 1, memory_->oldest()) : memory_->newest();
      std::size_t octets = 0;
      if (!memory_->get(number, buffer_, octets)) continue;
      cdr::Decoder in({buffer_.data(), octets});
      cdr::codec<T>::read(in, value);
      return number;
    }
  }

  std::unique_ptr<detail::BufferMemory> memory_;
  cdr::Buffer buffer_;
  std::uint64_t read_ = 0;
  std::uint64_t missed_ = 0;
};

}  // namespace dimma

#include <dimma/loaned_buffer.hpp>
