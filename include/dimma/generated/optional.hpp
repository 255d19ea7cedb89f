#pragma once
/// Members with the annotations @optional and @external of IDL 4.2. CORBA has no wire format for an optional member:
/// dimma sends a boolean that says whether there is a value, followed by the value. An external member is sent like any
/// other; in C++ it is a shared pointer, so copies of the struct share it.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/print.hpp>

#include <cstddef>
#include <memory>
#include <optional>

namespace IDL {
/// A member that may be absent.
template <class T>
using optional = std::optional<T>;
using std::nullopt;
}  // namespace IDL

namespace dimma {
template <class T>
struct printer<std::optional<T>> {
  static void print(std::ostream& out, const std::optional<T>& value) {
    value ? dimma::print(out, *value) : print_text(out, "nullopt");
  }
};
template <class T>
struct printer<std::shared_ptr<T>> {
  static void print(std::ostream& out, const std::shared_ptr<T>& value) {
    value ? dimma::print(out, *value) : print_text(out, "nil");
  }
};
}  // namespace dimma

namespace dimma::cdr {

/// Throws CORBA::BAD_PARAM, since a member with @external is null although a value is required.
[[noreturn]] void external_member_missing();

template <class T>
struct codec<std::optional<T>> {
  static constexpr std::size_t octets_min = 1;
  static void write(Encoder& out, const std::optional<T>& value) {
    out.put(value.has_value());
    if (value) codec<T>::write(out, *value);
  }
  static void read(Decoder& in, std::optional<T>& value) {
    value.reset();
    if (in.get_boolean()) codec<T>::read(in, value.emplace());
  }
};

template <class T>
struct codec<std::shared_ptr<T>> {
  static constexpr std::size_t octets_min = codec<T>::octets_min;
  static void write(Encoder& out, const std::shared_ptr<T>& value) {
    if (!value) [[unlikely]]
      external_member_missing();
    codec<T>::write(out, *value);
  }
  /// Reads a new value. The previous value is not changed, as others may share it.
  static void read(Decoder& in, std::shared_ptr<T>& value) {
    const Decoder::Elements nested(in, 0, 0);  // a type may contain itself through this member
    auto made = std::make_shared<T>();
    codec<T>::read(in, *made);
    value = std::move(made);
  }
};

}  // namespace dimma::cdr
