#pragma once
/// Values (of valuetypes) in Common Data Representation (CORBA 3.3 part 2, 9.3.4). Internal to dimma, for generated
/// code.
///
/// A value that occurs several times in a message is written once, with indirections to it from its other places, and
/// is read as one value. This requires a record of the values of the message, which a WritingValues or ReadingValues
/// keeps during its lifetime. Generated code has one around the arguments and one around the results of an operation
/// that passes values. Without a record, values are shared only within one outermost value.

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

/// Maximum nesting depth of values, on either side: a longer list or a deeper tree is refused with CORBA::MARSHAL.
inline constexpr std::uint32_t value_depth_limit = 2048;

/// Values stored beside encoded octets: the octets of a received Any have an index into this table in place of each
/// value.
using ValueTable = std::vector<std::shared_ptr<CORBA::ValueBase>>;

/// Records the values written during its lifetime. Within another WritingValues for the same encoder it is a no-op.
class WritingValues {
 public:
  explicit WritingValues(Encoder& out) noexcept : WritingValues(out, nullptr) {}
  /// With a table, values are appended to the table and only their indices are written, also within another
  /// WritingValues.
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
  Account* account_ = nullptr;  // created with the first value
};

/// Records the values read during its lifetime. If reading fails, the values read so far lose their references to other
/// values, so that cycles of values are destroyed.
class ReadingValues {
 public:
  explicit ReadingValues(Decoder& in) noexcept : ReadingValues(in, nullptr) {}
  /// Reads values written with a table.
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

  /// Implements read_value. `in` is the recorded decoder, or a copy of it. With a TypeCode, a value without a factory
  /// is read as a value that can only be passed on.
  std::shared_ptr<CORBA::ValueBase> read(Decoder& in, const ValueType* formal,
                                         const CORBA::TypeCode* described = nullptr);
  /// Returns the remaining work allowed for values in Anys, which is proportional to the octets of the whole message;
  /// nullptr for values from a table, whose octets have already been checked.
  std::uint64_t* effort_left(const Decoder& in) noexcept;
  /// Used by Decoder. octets_left() returns the octets of the message after the current chunk. enter_next_chunk() moves
  /// to the next chunk, and returns false if the value ends.
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
  std::uint64_t effort_left_ = 0;  // one more than the remaining effort; 0 before the first use
  Account* account_ = nullptr;
};

/// Writes the value, or nil for nullptr. Throws CORBA::MARSHAL for values that are nested too deeply.
void write_value(Encoder& out, const std::shared_ptr<CORBA::ValueBase>& value);
/// Reads a value of any type, made by the factory that is registered for it in the ORB, or by generated code if the
/// type has no operations. `formal` is the type that the IDL names, nullptr for ValueBase. Throws CORBA::MARSHAL (OMG
/// minor 1) if there is no factory for the type or, if it may be truncated, for any type that it may be truncated to.
std::shared_ptr<CORBA::ValueBase> read_value(Decoder& in, const ValueType* formal);
/// Called by codecs if the value read is not of the type that the IDL names. Throws CORBA::MARSHAL.
[[noreturn]] void not_a_value_of(const Decoder& in, const ValueType& type);

}  // namespace dimma::cdr
