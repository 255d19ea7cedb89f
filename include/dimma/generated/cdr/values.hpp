#pragma once
/// Values (of valuetypes) in Common Data Representation (CORBA 3.3 part 2, 9.3.4). dimma's own, for generated code.
///
/// A value that occurs several times in a message is written once and led to from its other places, and is one value
/// again when it has been read. That takes an account of the values of the message: it exists for as long as one of
/// WritingValues or ReadingValues does. Generated code has one around the arguments and around the results of an
/// operation that passes values; where there is none, each outermost value is a scope of its own.

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

/// Values nest at most that deep, on either side: a longer list or a deeper tree is refused with CORBA::MARSHAL.
inline constexpr std::uint32_t value_depth_limit = 2048;

/// Values beside octets: an Any that was received holds its octets with a number in each value's place.
using ValueTable = std::vector<std::shared_ptr<CORBA::ValueBase>>;

/// An account of the values that are written, for as long as it lives. Inside of another one for the same encoder it
/// does nothing.
class WritingValues {
 public:
  explicit WritingValues(Encoder& out) noexcept : WritingValues(out, nullptr) {}
  /// With a table, values go there and only their numbers into the octets, in the life of this account and whatever
  /// there is around it.
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

  /// True if there has been one yet.
  bool has_any() const noexcept { return account_ != nullptr; }
  /// Implements write_value: nil, an indirection, or the value.
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

/// An account of the values that are read. When reading fails, the values read so far are emptied of others, so that
/// those that lead to each other in circles go.
class ReadingValues {
 public:
  explicit ReadingValues(Decoder& in) noexcept : ReadingValues(in, nullptr) {}
  /// The counterpart of the same of WritingValues.
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

  /// Implements read_value. `in` is the decoder of the account, or a copy of it. With a TypeCode, a value that nobody
  /// here can make becomes one that can be passed on.
  std::shared_ptr<CORBA::ValueBase> read(Decoder& in, const ValueType* formal,
                                         const CORBA::TypeCode* described = nullptr);
  /// How much work the values in Anys may still take: some for each octet that there was, over the whole message.
  /// nullptr for values out of a table, whose octets have been through it.
  std::uint64_t* effort_left(const Decoder& in) noexcept;
  /// For Decoder: the octets of the message after the chunk, and the way there. The second returns false when the value
  /// ends.
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
  std::uint64_t effort_left_ = 0;  // and one more; 0 until it is asked for
  Account* account_ = nullptr;
};

/// Nil for none. Throws CORBA::MARSHAL for values that are nested too deeply.
void write_value(Encoder& out, const std::shared_ptr<CORBA::ValueBase>& value);
/// A value of any type: made by the factory that is registered for it at the ORB, or by generated code where the type
/// has no operations. `formal` is the type that the IDL names, nullptr for ValueBase. Throws CORBA::MARSHAL (OMG minor
/// 1) when there is no factory for it or, where it may be truncated, for what it may be truncated to.
std::shared_ptr<CORBA::ValueBase> read_value(Decoder& in, const ValueType* formal);
/// For codecs, when what was read is no value of the type that the IDL names.
[[noreturn]] void not_a_value_of(const Decoder& in, const ValueType& type);

}  // namespace dimma::cdr
