#pragma once
/// Bounded strings and sequences of the mapping (IDL to C++11, 6.7 and 6.11): separate types that convert implicitly to
/// and from the unbounded type, including by move. Assignment does not check the bound; sending does.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace dimma::cdr {
/// Throws CORBA::BAD_PARAM, since a value of `size` elements exceeds the bound of its IDL type.
[[noreturn]] void bound_exceeded(std::size_t size, std::uint32_t bound);
}  // namespace dimma::cdr

namespace IDL {

/// The type that string<Bound> is mapped to.
template <std::uint32_t Bound>
class bounded_string : public std::string {
 public:
  using bound = std::integral_constant<std::uint32_t, Bound>;
  using std::string::string;
  using std::string::operator=;
  bounded_string() = default;
  bounded_string(const std::string& text) : std::string(text) {}                 // NOLINT: implicit by the mapping
  bounded_string(std::string&& text) noexcept : std::string(std::move(text)) {}  // NOLINT: implicit by the mapping
};

/// The type that wstring<Bound> is mapped to.
template <std::uint32_t Bound>
class bounded_wstring : public std::wstring {
 public:
  using bound = std::integral_constant<std::uint32_t, Bound>;
  using std::wstring::wstring;
  using std::wstring::operator=;
  bounded_wstring() = default;
  bounded_wstring(const std::wstring& text) : std::wstring(text) {}                 // NOLINT: implicit by the mapping
  bounded_wstring(std::wstring&& text) noexcept : std::wstring(std::move(text)) {}  // NOLINT: implicit by the mapping
};

/// The type that sequence<T, Bound> is mapped to.
template <class T, std::uint32_t Bound>
class bounded_vector : public std::vector<T> {
 public:
  using bound = std::integral_constant<std::uint32_t, Bound>;
  using std::vector<T>::vector;
  using std::vector<T>::operator=;
  bounded_vector() = default;
  bounded_vector(const std::vector<T>& elements) : std::vector<T>(elements) {}  // NOLINT: implicit by the mapping
  bounded_vector(std::vector<T>&& elements) noexcept
      : std::vector<T>(std::move(elements)) {}  // NOLINT: implicit by the mapping
};

}  // namespace IDL
