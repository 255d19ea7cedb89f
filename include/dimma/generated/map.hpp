#pragma once
/// The types for map<K, V> and map<K, V, Bound> of IDL 4.2. CORBA defines neither a TypeCode nor a wire format for
/// them: dimma uses those of a sequence of structs of key and value, in the order of the keys.

#include <dimma/generated/bounded.hpp>
#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/typecode_of.hpp>
#include <dimma/print.hpp>
#include <dimma/reference.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <utility>

namespace IDL {

/// Converts to and from the unbounded map. The bound is checked when the map is sent, not on assignment.
template <class K, class V, std::uint32_t Bound>
class bounded_map : public std::map<K, V> {
 public:
  using bound = std::integral_constant<std::uint32_t, Bound>;
  using std::map<K, V>::map;
  using std::map<K, V>::operator=;
  bounded_map() = default;
  bounded_map(const std::map<K, V>& entries) : std::map<K, V>(entries) {}  // NOLINT: implicit as for sequences
  bounded_map(std::map<K, V>&& entries) noexcept
      : std::map<K, V>(std::move(entries)) {}  // NOLINT: implicit as for sequences
};

template <class K, class V>
struct traits<std::map<K, V>> : dimma::printable_traits<std::map<K, V>> {
  using value_type = std::map<K, V>;
  using in_type = const value_type&;
  using out_type = value_type&;
  using inout_type = value_type&;
  using is_bounded = std::false_type;
  using key_traits = traits<K>;
  using value_traits = traits<V>;
};
template <class K, class V, std::uint32_t Bound>
struct traits<bounded_map<K, V, Bound>> : dimma::printable_traits<bounded_map<K, V, Bound>> {
  using value_type = bounded_map<K, V, Bound>;
  using in_type = const value_type&;
  using out_type = value_type&;
  using inout_type = value_type&;
  using is_bounded = std::true_type;
  using bound = std::integral_constant<std::uint32_t, Bound>;
  using key_traits = traits<K>;
  using value_traits = traits<V>;
};

}  // namespace IDL

namespace dimma {
template <class K, class V>
struct printer<std::map<K, V>> {
  static void print(std::ostream& out, const std::map<K, V>& value) {
    const char* before = "{{";
    for (const auto& [key, mapped] : value) {
      print_text(out, before);
      dimma::print(out, key);
      print_text(out, ",");
      dimma::print(out, mapped);
      before = "},{";
    }
    print_text(out, value.empty() ? "{}" : "}}");
  }
};
template <class K, class V, std::uint32_t Bound>
struct printer<IDL::bounded_map<K, V, Bound>> : printer<std::map<K, V>> {};
}  // namespace dimma

namespace dimma {
/// The TypeCode of the wire format: a sequence of structs, without a name, with the members `key` and `value`.
template <class K, class V>
requires(HasTypeCode<K>&& HasTypeCode<V>) struct typecode_of<std::map<K, V>> {
  static constexpr CORBA::TypeCode::Member members[] = {{.name = "key", .type = &typecode_of<K>::value},
                                                        {.name = "value", .type = &typecode_of<V>::value}};
  static constexpr CORBA::TypeCode entry{CORBA::TCKind::tk_struct, {.members = members}};
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_sequence, {.content = &entry}};
};
template <class K, class V, std::uint32_t Bound>
requires(HasTypeCode<K>&& HasTypeCode<V>) struct typecode_of<IDL::bounded_map<K, V, Bound>> {
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_sequence,
                                         {.content = &typecode_of<std::map<K, V>>::entry, .length = Bound}};
};
}  // namespace dimma

namespace dimma::cdr {

template <class K, class V>
struct codec<std::map<K, V>> {
  static constexpr std::size_t octets_min = 4;

  static void write(Encoder& out, const std::map<K, V>& value) {
    out.put_length(value.size());
    for (const auto& [key, mapped] : value) {
      codec<K>::write(out, key);
      codec<V>::write(out, mapped);
    }
  }

  /// Throws CORBA::MARSHAL if a key occurs twice.
  static void read(Decoder& in, std::map<K, V>& value) {
    constexpr std::size_t entry_octets_min = codec<K>::octets_min + codec<V>::octets_min;
    const std::uint32_t length = in.get_length(entry_octets_min);
    Decoder::Elements elements(in, length, entry_octets_min);
    value.clear();
    for (std::uint32_t i = 0; i < length; ++i) {
      elements.next();
      K key = K();
      codec<K>::read(in, key);
      const auto [at, inserted] = value.try_emplace(std::move(key));
      if (!inserted) [[unlikely]]
        in.malformed("a map with a duplicate key");
      codec<V>::read(in, at->second);
    }
  }
};

template <class K, class V, std::uint32_t Bound>
struct codec<IDL::bounded_map<K, V, Bound>> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const IDL::bounded_map<K, V, Bound>& value) {
    if (value.size() > Bound) [[unlikely]]
      bound_exceeded(value.size(), Bound);
    codec<std::map<K, V>>::write(out, value);
  }
  static void read(Decoder& in, IDL::bounded_map<K, V, Bound>& value) {
    Decoder ahead = in;
    if (ahead.get<std::uint32_t>() > Bound) [[unlikely]]
      in.malformed("a map longer than its bound");
    codec<std::map<K, V>>::read(in, value);
  }
};

}  // namespace dimma::cdr
