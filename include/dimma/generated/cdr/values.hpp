#pragma once
/// Values (of valuetypes) in Common Data Representation (CORBA 3.3 part 2, 9.3.4). dimma's own, for generated code.
///
/// A value that occurs several times in a message is written once, with indirections to it from its other places, and
/// is read as one value. That takes an account of the values of the message, which exists while a WritingValues or
/// ReadingValues does. Generated code has one around the arguments and around the results of an operation that passes
/// values. Without one, each outermost value is a scope of its own.

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace CORBA {
class TypeCode;
class ValueBase;
}  // namespace CORBA

namespace dimma {
struct ValueType;
}

namespace dimma::cdr {

/// Values may be nested this deep, on either side: a longer list or a deeper tree is refused with CORBA::MARSHAL.
inline constexpr std::uint32_t value_depth_limit = 2048;

/// Values beside octets: a received Any holds its octets with a number in the place of each value.
using ValueTable = std::vector<std::shared_ptr<CORBA::ValueBase>>;

/// Keeps an account of the values that are written while it exists. Within another one for the same encoder it does
/// nothing.
class WritingValues {
 public:
  explicit WritingValues(Encoder& out) noexcept : WritingValues(out, nullptr) {}
  /// With a table, values are stored there and only their numbers in the octets, while this account exists, even within
  /// another one.
  WritingValues(Encoder& out, ValueTable* table) noexcept : out_(out), outer_(out.values()), table_(table) {
    if (outer_ == nullptr || table != nullptr) out.values(this);
  }
  ~WritingValues() {
    out_.values(outer_);
    if (account_ != nullptr) [[unlikely]]
      forget();
  }
  WritingValues(const WritingValues&) = delete;
  WritingValues& operator=(const WritingValues&) = delete;

  /// Returns true if a value has been written.
  bool has_any() const noexcept { return account_ != nullptr; }
  /// Implements write_value: writes nil, an indirection, or the value.
  void write(const std::shared_ptr<CORBA::ValueBase>& value);

 private:
  struct Account;
  Account& account();
  void forget() noexcept;
  void write_type(const ValueType& type, std::uint32_t tag);
  void write_id(std::string_view id);
  void write_new(const std::shared_ptr<CORBA::ValueBase>& value);
  void write_indirection(std::size_t to);
  void open_chunk();
  void close_chunk();

  Encoder& out_;
  WritingValues* const outer_;
  ValueTable* const table_;
  Account* account_ = nullptr;  // made with the first value
};

/// Keeps an account of the values that are read. If reading fails, the values read so far are emptied of others, so
/// that circles of them are destroyed.
class ReadingValues {
 public:
  explicit ReadingValues(Decoder& in) noexcept : ReadingValues(in, nullptr) {}
  /// The counterpart of the constructor of WritingValues with a table.
  ReadingValues(Decoder& in, const ValueTable* table) noexcept : in_(in), outer_(in.values()), table_(table) {
    if (outer_ == nullptr || table != nullptr) in.values(this);
  }
  ~ReadingValues() {
    in_.values(outer_);
    if (account_ != nullptr) [[unlikely]]
      forget();
  }
  ReadingValues(const ReadingValues&) = delete;
  ReadingValues& operator=(const ReadingValues&) = delete;

  /// Implements read_value. `in` is the decoder of the account, or a copy of it. With a TypeCode, a value for which
  /// there is no factory becomes one that can be passed on.
  std::shared_ptr<CORBA::ValueBase> read(Decoder& in, const ValueType* formal,
                                         const CORBA::TypeCode* described = nullptr);
  /// Returns the work that the values in Anys may still take: some for each octet of the whole message. nullptr for
  /// values from a table, whose octets have been checked before.
  std::uint64_t* effort_left(const Decoder& in) noexcept;
  /// For Decoder: octets_left() returns the octets of the message after the chunk. enter_next_chunk() goes there, and
  /// returns false if the value ends.
  std::size_t octets_left(const Decoder& in) const noexcept;
  bool enter_next_chunk(Decoder& in);

 private:
  struct Account;
  struct Header;
  Account& account();
  void forget() noexcept;
  std::uint32_t next_tag(Decoder& in);
  std::shared_ptr<CORBA::ValueBase> from_table(Decoder& in);
  std::shared_ptr<CORBA::ValueBase> read_indirection(Decoder& in);
  const std::byte* read_target(Decoder& in);
  std::string_view read_id(Decoder& in);
  Header read_header(Decoder& in, std::uint32_t tag, std::string_view formal_id);
  std::shared_ptr<CORBA::ValueBase> make(Decoder& in, const Header& header, const ValueType* formal,
                                         const CORBA::TypeCode* described);
  std::shared_ptr<CORBA::ValueBase> read_new(Decoder& in, const std::byte* at, std::uint32_t tag,
                                             const ValueType* formal, const CORBA::TypeCode* described);
  void finish_chunks(Decoder& in, std::uint32_t level);
  std::uint32_t skip(Decoder& in, std::uint32_t open);

  Decoder& in_;
  ReadingValues* const outer_;
  const ValueTable* const table_;
  std::uint64_t effort_left_ = 0;  // plus one; 0 until the first use
  Account* account_ = nullptr;
};

/// Writes the value, or nil for nullptr. Throws CORBA::MARSHAL for values that are nested too deeply.
void write_value(Encoder& out, const std::shared_ptr<CORBA::ValueBase>& value);
/// Reads a value of any type, made by the factory that is registered for it at the ORB, or by generated code if the
/// type has no operations. `formal` is the type that the IDL names, nullptr for ValueBase. Throws CORBA::MARSHAL (OMG
/// minor 1) if there is no factory for it nor, if it may be truncated, for a type to which it may be.
std::shared_ptr<CORBA::ValueBase> read_value(Decoder& in, const ValueType* formal);
/// For codecs: called if the read value is not one of the type that the IDL names.
[[noreturn]] void not_a_value_of(const Decoder& in, const ValueType& type);

}  // namespace dimma::cdr
