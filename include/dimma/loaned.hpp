#pragma once
/// Loaned sequences: memory that a call hands over instead of copying it. A dimma extension.
///
///   @loaned typedef sequence<octet> Image;               or, for compilers without annotations, //@loaned before it
///   interface Camera { void show(in Image image); };
///
///   const auto camera = dimma::bind<Camera>(reference, dimma::EngineeringQoS::parse("loans=pool(8,64M)"));
///   dimma::loaned<std::uint8_t> image = camera.loan<std::uint8_t>(width * height);
///   take_picture(image.data(), image.size());
///   camera->show(std::move(image));                      the servant gets this memory, and may keep it
///
/// Over shared memory, with `loans` in the binding's QoS, both processes share the memory that loan() returns, and a
/// message contains only its location. Over any other transport, and for other memory, the elements are sent like those
/// of any other sequence: the interface is the same, and other ORBs see an ordinary sequence. docs/guides/loans.md has
/// more.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace CORBA {
class Object;
}

namespace dimma {

class DeferredRequest;
class LoanArena;

/// The memory that a loaned<T> owns: a place in memory shared by two processes, or ordinary memory. Not for
/// applications. Used by one thread at a time; blocks of one arena are independent of each other.
class LoanBlock {
 public:
  /// Owns no memory.
  LoanBlock() noexcept = default;
  /// Allocates ordinary memory, aligned to 64 octets, with undefined contents. Throws CORBA::NO_MEMORY.
  explicit LoanBlock(std::size_t octets);
  /// The end of an arena that owns the place: the one that sends from it, or the one that has received it.
  enum class Of : std::uint8_t { sender, receiver };
  /// Takes ownership of a place of an arena.
  LoanBlock(std::shared_ptr<LoanArena> arena, std::byte* data, std::uint32_t place, std::uint64_t loan, Of end) noexcept
      : data_(data), arena_(std::move(arena)), loan_(loan), place_(place), end_(end) {}
  LoanBlock(LoanBlock&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        arena_(std::move(other.arena_)),
        loan_(other.loan_),
        place_(other.place_),
        end_(other.end_) {}
  LoanBlock& operator=(LoanBlock&& other) noexcept {
    if (this == &other) return *this;
    if (data_ != nullptr) let_go();
    data_ = std::exchange(other.data_, nullptr);
    arena_ = std::move(other.arena_);
    loan_ = other.loan_;
    place_ = other.place_;
    end_ = other.end_;
    return *this;
  }
  /// Releases the memory.
  ~LoanBlock() {
    if (data_ != nullptr) let_go();
  }

  /// Allocates memory like loan_result(), and throws the same exceptions. for_call() is the counterpart for loan().
  static LoanBlock for_result(std::size_t octets);
  /// Allocates memory for a result of the request; ordinary memory if `request` is nullptr.
  static LoanBlock for_reply(const DeferredRequest* request, std::size_t octets);
  static LoanBlock for_call(const CORBA::Object& target, std::size_t octets);
  /// Returns the size of `count` elements in octets. Throws CORBA::BAD_PARAM if an IDL sequence cannot have that many.
  static std::size_t octets_of(std::size_t count, std::size_t element_octets);

  /// Returns nullptr if there is no memory.
  std::byte* data() const noexcept { return data_; }
  /// Returns nullptr for ordinary memory.
  LoanArena* arena() const noexcept { return arena_.get(); }
  /// The number of the place in the arena, the number of its loan, and whether this end has received it.
  std::uint32_t place() const noexcept { return place_; }
  std::uint64_t loan() const noexcept { return loan_; }
  bool is_received() const noexcept { return end_ == Of::receiver; }
  /// Returns true if another process shares the memory.
  bool is_shared() const noexcept { return arena_ != nullptr && lies_in_shared(); }
  /// Called when a message will refer to the memory: moves the block into `arena` if it belongs elsewhere and the arena
  /// accepts it. The contents do not change.
  void settle_in(LoanArena& arena, std::size_t octets) const noexcept {
    if (arena_.get() != &arena || is_received()) move_in(arena, octets);
  }

 private:
  void let_go() noexcept;
  bool lies_in_shared() const noexcept;
  void move_in(LoanArena& arena, std::size_t octets) const noexcept;

  std::byte* data_ = nullptr;
  mutable std::shared_ptr<LoanArena> arena_;  // settle_in() changes these
  mutable std::uint64_t loan_ = 0;
  mutable std::uint32_t place_ = 0;
  mutable Of end_ = Of::sender;
};

/// Types that can be elements of a loaned sequence, as far as C++ can check; dimma-idl checks them fully.
template <class T>
concept Loanable = std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> && !std::is_pointer_v<T> &&
                   !std::is_same_v<T, bool> && alignof(T) <= 64;

/// The mapping of a loaned sequence: owns its elements, and is passed on by moving it. Bound is that of the IDL, 0 if
/// there is none; it is checked when the sequence is sent (CORBA::BAD_PARAM) and received (CORBA::MARSHAL). An object
/// is used by one thread at a time; different objects are independent, even if they come from one pool.
///
/// The peer can still write to elements that were received over shared memory, so read a value only once before
/// deciding on it. The place returns to the peer when its loaned<T> is destroyed. The memory stays valid even if the
/// connection is lost.
template <Loanable T, std::uint32_t Bound = 0>
class loaned {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using iterator = T*;
  using const_iterator = const T*;

  /// Has no elements.
  loaned() noexcept = default;
  /// Allocates `count` elements in ordinary memory, each initialized to T(). Throws CORBA::NO_MEMORY.
  explicit loaned(std::size_t count) : loaned(LoanBlock(LoanBlock::octets_of(count, sizeof(T))), count) {
    std::uninitialized_value_construct_n(data(), count);
  }
  /// Copies the elements into ordinary memory.
  loaned(std::span<const T> elements)  // NOLINT(google-explicit-constructor): a vector is passed without a conversion
      : loaned(LoanBlock(LoanBlock::octets_of(elements.size(), sizeof(T))), elements.size()) {
    if (!elements.empty()) std::memcpy(static_cast<void*>(data()), elements.data(), elements.size_bytes());
  }
  loaned(const std::vector<T>& elements)  // NOLINT(google-explicit-constructor): the same
      : loaned(std::span<const T>(elements)) {}
  /// For generated code: takes a block with room for `count` elements, whose values are the block's octets.
  loaned(LoanBlock block, std::size_t count) noexcept : block_(std::move(block)), size_(count) {}
  loaned(loaned&& other) noexcept : block_(std::move(other.block_)), size_(std::exchange(other.size_, 0)) {}
  /// Converts from another bound, without copying.
  template <std::uint32_t Other>
  loaned(loaned<T, Other>&& other) noexcept  // NOLINT(google-explicit-constructor): loan() returns loaned<T>
      : size_(other.size()) {
    block_ = std::move(other).release();
  }
  loaned& operator=(loaned&& other) noexcept {
    block_ = std::move(other.block_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~loaned() = default;

  /// Access to the elements like that of a vector: a contiguous range, which converts to a std::span.
  T* data() noexcept { return reinterpret_cast<T*>(block_.data()); }
  const T* data() const noexcept { return reinterpret_cast<const T*>(block_.data()); }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T& operator[](std::size_t index) noexcept { return data()[index]; }
  const T& operator[](std::size_t index) const noexcept { return data()[index]; }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + size_; }
  const T* begin() const noexcept { return data(); }
  const T* end() const noexcept { return data() + size_; }

  /// Keeps the first `count` elements, at most size(); does not free memory.
  void shrink(std::size_t count) noexcept { size_ = count < size_ ? count : size_; }
  /// Returns a copy of the elements.
  std::vector<T> to_vector() const { return std::vector<T>(begin(), end()); }
  /// Returns true if the elements are in memory that this process shares with a peer.
  bool is_shared() const noexcept { return block_.is_shared(); }

  /// For generated code: returns the memory.
  const LoanBlock& block() const noexcept { return block_; }
  /// For generated code: moves the memory out and leaves no elements.
  LoanBlock release() && noexcept {
    size_ = 0;
    return std::move(block_);
  }

 private:
  LoanBlock block_;
  std::size_t size_ = 0;
};

/// True if T is a loaned sequence.
template <class T>
inline constexpr bool is_loaned = false;
template <class T, std::uint32_t Bound>
inline constexpr bool is_loaned<loaned<T, Bound>> = true;

/// Returns memory for the result, or an inout or out argument, of the operation that the calling thread is serving. It
/// belongs to the connection of the innermost request, whose reply can send it without a copy. If the connection has no
/// loans, and outside of an upcall, it is ordinary memory. The elements' values are undefined. A coroutine that serves
/// a request may call this at any time, on any thread on which its executor continues it; a servant that replies later
/// uses deferred_reply::loan_result(). Throws CORBA::NO_RESOURCES (COMPLETED_NO) if the client holds all places for
/// results, and CORBA::BAD_PARAM if `count` elements do not fit into a place. Never waits.
template <Loanable T>
loaned<T> loan_result(std::size_t count) {
  return loaned<T>(LoanBlock::for_result(LoanBlock::octets_of(count, sizeof(T))), count);
}

}  // namespace dimma
