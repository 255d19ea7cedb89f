// Where a stub lies: in one piece of memory with the count of the references to it.

#include <dimma/object.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace CORBA {

namespace {

// The count and what the standard library keeps beside it, in front of the stub.
constexpr std::size_t room_of_count = 64;
static_assert(room_of_count % alignof(std::max_align_t) == 0);

// Gives the count the room in front of its stub, and frees both when no weak reference is left either.
template <class T>
struct CountInRoom {
  using value_type = T;

  explicit CountInRoom(void* place) noexcept : room(place) {}
  template <class U>
  CountInRoom(const CountInRoom<U>& other) noexcept : room(other.room) {}

  T* allocate(std::size_t /*one*/) noexcept {
    static_assert(sizeof(T) <= room_of_count && alignof(T) <= alignof(std::max_align_t));
    return static_cast<T*>(room);
  }
  void deallocate(T* count, std::size_t /*one*/) noexcept { ::operator delete(static_cast<void*>(count)); }
  friend bool operator==(const CountInRoom&, const CountInRoom&) = default;

  void* room;
};

}  // namespace

struct ObjectAccess::StubOwner {
  void operator()(Object* stub) const noexcept { stub->~Object(); }
};

void* ObjectAccess::room_for_stub(std::size_t octets) {
  return static_cast<std::byte*>(::operator new(room_of_count + octets)) + room_of_count;
}

detail::shared_owner ObjectAccess::own(void* room, Object* stub, std::shared_ptr<dimma::ObjectReference> reference) {
  const CountInRoom<Object> in_front(static_cast<std::byte*>(room) - room_of_count);
  std::shared_ptr<Object> owner(stub, StubOwner{}, in_front);
  stub->reference_ = std::move(reference);
  return owner;
}

}  // namespace CORBA
