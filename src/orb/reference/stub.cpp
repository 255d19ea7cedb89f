// Allocates a stub and its reference count as one block of memory.

#include <dimma/object.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace CORBA {

namespace {

// The space before the stub for the standard library's control block.
constexpr std::size_t room_of_count = 64;
static_assert(room_of_count % alignof(std::max_align_t) == 0);

// Places the control block in the space before the stub. Frees both when the last weak reference is gone.
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

dimma::OwnedStub ObjectAccess::make_stub(std::size_t octets, dimma::StubMaker maker,
                                         std::shared_ptr<dimma::ObjectReference> reference) {
  if (!reference) return {};
  void* const in_front = ::operator new(room_of_count + octets);
  const dimma::StubPart stub = maker(nullptr, static_cast<std::byte*>(in_front) + room_of_count);
  std::shared_ptr<Object> owner(stub.whole, StubOwner{}, CountInRoom<Object>(in_front));
  stub.whole->reference_ = std::move(reference);
  return {std::move(owner), stub.part};
}

}  // namespace CORBA

namespace dimma::detail {

namespace {

// Returns nil if the object's stub is not of the requested class.
OwnedStub existing_stub(const CORBA::object_reference<CORBA::Object>& from, StubMaker maker) {
  void* const same = maker(from._get(), nullptr).part;
  if (same == nullptr) return {};
  return {from._shared(), same};
}

}  // namespace

OwnedStub narrow(const CORBA::object_reference<CORBA::Object>& from, std::size_t octets, StubMaker maker,
                 std::string_view repository_id) {
  if (!from) return {};
  if (OwnedStub same = existing_stub(from, maker); same.part != nullptr) return same;
  if (from->_is_local() || !from->_is_a(std::string(repository_id))) return {};
  return CORBA::ObjectAccess::make_stub(octets, maker, CORBA::ObjectAccess::reference(*from));
}

OwnedStub narrow_unchecked(const CORBA::object_reference<CORBA::Object>& from, std::size_t octets, StubMaker maker) {
  if (!from) return {};
  if (OwnedStub same = existing_stub(from, maker); same.part != nullptr) return same;
  return CORBA::ObjectAccess::make_stub(octets, maker, CORBA::ObjectAccess::reference(*from));
}

OwnedStub read_stub(cdr::Decoder& in, std::size_t octets, StubMaker maker) {
  return narrow_unchecked(cdr::read_object(in), octets, maker);
}

}  // namespace dimma::detail
