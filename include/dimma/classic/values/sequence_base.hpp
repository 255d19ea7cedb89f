#pragma once
/// The common part of all sequences (formal/2012-07-02, 4.13), with and without a bound.

#include <dimma/classic/generated/value_errors.hpp>

#include <new>

namespace dimma {
namespace classic {

/// A buffer of elements, with its size (`maximum`), the number of elements (`length`), and whether the sequence owns
/// the buffer (`release`). `Elements` says how elements are stored, made, copied and returned. Not thread-safe.
template <class Elements>
class SequenceBase {
 public:
  typedef Elements elements;
  typedef typename Elements::stored stored;
  typedef typename Elements::const_stored const_stored;
  typedef typename Elements::reference reference;
  typedef typename Elements::const_reference const_reference;

  /// Returns the number of elements, 0 at first.
  CORBA::ULong length() const { return length_; }
  /// Returns true if the sequence owns its buffer.
  CORBA::Boolean release() const { return release_; }

  /// Throw CORBA::BAD_PARAM if the index is not below the length.
  reference operator[](CORBA::ULong index) {
    if (index >= length_) detail::raise_index(index, length_);
    return Elements::element(buffer_[index], release_);
  }
  const_reference operator[](CORBA::ULong index) const {
    if (index >= length_) detail::raise_index(index, length_);
    return Elements::element(buffer_[index]);
  }

  /// Returns the buffer, which still belongs to the sequence; null if there is none yet.
  const_stored* get_buffer() const { return buffer_; }
  /// Return the same, by omniORB's name.
  const_stored* NP_data() const { return buffer_; }
  stored* NP_data() { return buffer_; }

  /// Allocates a buffer of `count` elements with their initial values; null if there is no memory. It is freed by
  /// freebuf(), or by a sequence that owns it.
  static stored* allocbuf(CORBA::ULong count) { return Elements::allocate(count); }
  /// Frees the buffer and its elements. A no-op for null.
  static void freebuf(stored* buffer) { Elements::free(buffer); }

 protected:
  SequenceBase() : buffer_(nullptr), maximum_(0), length_(0), release_(true) {}
  SequenceBase(CORBA::ULong maximum, CORBA::ULong length, stored* buffer, CORBA::Boolean release)
      : buffer_(buffer), maximum_(maximum), length_(length), release_(release) {}
  SequenceBase(const SequenceBase& other) : buffer_(nullptr), maximum_(other.maximum_), length_(0), release_(true) {
    if (other.buffer_ == nullptr) return;
    Fresh fresh(maximum_);
    Elements::copy(fresh.buffer, other.buffer_, other.length_);
    buffer_ = fresh.taken();
    length_ = other.length_;
  }
  ~SequenceBase() {
    if (release_) Elements::free(buffer_);
  }

  void assign(const SequenceBase& other) {
    if (this == &other) return;
    if (release_ && buffer_ != nullptr && other.length_ <= maximum_) {
      set_length_within(other.length_);
      Elements::copy(buffer_, other.buffer_, length_);
    } else {
      SequenceBase copy(other);
      swap(copy);
    }
  }
  void swap(SequenceBase& other) noexcept {
    stored* const buffer = buffer_;
    const CORBA::ULong maximum = maximum_;
    const CORBA::ULong length = length_;
    const bool release = release_;
    take(other.maximum_, other.length_, other.buffer_, other.release_);
    other.take(maximum, length, buffer, release);
  }
  void take(CORBA::ULong maximum, CORBA::ULong length, stored* buffer, CORBA::Boolean release) noexcept {
    maximum_ = maximum;
    length_ = length;
    buffer_ = buffer;
    release_ = release;
  }
  void replace_by(CORBA::ULong maximum, CORBA::ULong length, stored* buffer, CORBA::Boolean release) {
    if (release_ && buffer != buffer_) Elements::free(buffer_);
    take(maximum, length, buffer, release);
  }

  // Gives up the buffer: the sequence is as if it had been made without one. Returns null if the buffer is not owned.
  stored* orphan(CORBA::ULong maximum) {
    if (!release_) return nullptr;
    stored* const buffer = buffer_;
    take(maximum, 0, nullptr, true);
    return buffer;
  }

  void make_buffer() {
    if (buffer_ != nullptr || maximum_ == 0) return;
    Fresh fresh(maximum_);
    replace_by(maximum_, length_, fresh.taken(), true);
  }
  // Elements that are given up get their initial values, so that the memory that they hold is freed.
  void set_length_within(CORBA::ULong length) {
    make_buffer();
    if (length < length_ && release_) Elements::reset(buffer_ + length, length_ - length);
    length_ = length;
  }
  // Moves the elements to a larger buffer, which the sequence owns.
  void grow(CORBA::ULong maximum) {
    Fresh fresh(maximum);
    if (release_) {
      Elements::move(fresh.buffer, buffer_, length_);
    } else {
      Elements::copy(fresh.buffer, buffer_, length_);
    }
    replace_by(maximum, length_, fresh.taken(), true);
  }
  // Sets the length for elements that are read next: their values are valid, and of no meaning.
  stored* resize_to_read(CORBA::ULong length, CORBA::ULong maximum) {
    if (!release_ || buffer_ == nullptr || length > maximum_) {
      stored* const buffer = length == 0 ? nullptr : Elements::allocate_to_fill(maximum);
      replace_by(maximum, length, buffer, true);
    } else {
      set_length_within(length);
    }
    return buffer_;
  }

  stored* buffer_;
  CORBA::ULong maximum_;
  CORBA::ULong length_;
  bool release_;

 private:
  // A new buffer, which is freed unless it is taken.
  struct Fresh {
    explicit Fresh(CORBA::ULong maximum) : buffer(Elements::allocate(maximum)) {
      if (buffer == nullptr) detail::raise_no_memory();
    }
    ~Fresh() { Elements::free(buffer); }
    Fresh(const Fresh&) = delete;
    Fresh& operator=(const Fresh&) = delete;
    stored* taken() {
      stored* const taken = buffer;
      buffer = nullptr;
      return taken;
    }
    stored* buffer;
  };

  SequenceBase& operator=(const SequenceBase&);  // not defined
};

}  // namespace classic
}  // namespace dimma
