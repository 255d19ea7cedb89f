// Decodes values (CORBA 3.3 part 2, 9.3.4). Octets from a peer may be hostile: an indirection must point to the exact
// position at which a value or an id began, and the memory for a message's values is proportional to its size.

#include "cdr/any/described_value.hpp"
#include "cdr/value/known_values.hpp"
#include "cdr/value/value_tags.hpp"

#include <dimma/minor.hpp>
#include <dimma/value.hpp>

#include <algorithm>
#include <exception>
#include <map>

namespace dimma::cdr {

static_assert(value_depth_limit == 2048, "the messages below give the limit");

struct ReadingValues::Account {
  // A value that was encountered. It is entered, with the position of its tag as key, before its state is decoded,
  // since the state may refer to it. A skipped value is decoded when an indirection refers to it.
  struct Met {
    std::shared_ptr<CORBA::ValueBase> value;
    std::uint32_t level = 0;  // number of enclosing chunked values
    std::uint32_t height =
        0;  // length of the longest chain of nested values that begins with this value; 0 until the value is complete
  };
  std::map<const std::byte*, Met> values;
  std::map<const std::byte*, std::string_view> ids;
  std::map<const std::byte*, std::vector<std::string_view>> lists;
  std::uint32_t depth = 0;
  std::uint32_t tallest = 0;               // greatest height of the values so far within the value being read
  std::uint32_t level = 0;                 // number of chunked values being read at the current position
  const std::byte* message_end = nullptr;  // end of all octets, while the decoder's end is that of a chunk
  int exceptions = std::uncaught_exceptions();
};

struct ReadingValues::Header {
  std::vector<std::string_view> ids;  // the actual type's id, then those it may be truncated to
};

ReadingValues::Account& ReadingValues::account() {
  if (account_ == nullptr) account_ = new Account;
  return *account_;
}

void ReadingValues::forget() noexcept {
  if (std::uncaught_exceptions() > account_->exceptions) {
    for (auto& [at, met] : account_->values) {
      if (met.value) met.value->_forget_state();
    }
  }
  delete account_;
}

std::size_t ReadingValues::octets_left(const Decoder& in) const noexcept {
  const bool in_chunk = account_ != nullptr && account_->level != 0;
  return in_chunk ? static_cast<std::size_t>(account_->message_end - in.cursor_) : in.left();
}

// Between chunks, the decoder's end is set to its position, so that every read has to call this function.
bool ReadingValues::enter_next_chunk(Decoder& in) {
  if (account_ == nullptr || account_->level == 0) return false;
  in.cursor_ = in.end_;
  in.end_ = account_->message_end;
  Decoder ahead = in;
  ahead.values_ = nullptr;
  const auto size = ahead.get<std::uint32_t>();
  if (!value_tag::is_chunk(size) || size > ahead.remaining()) in.malformed("a truncated value");
  in.cursor_ = ahead.cursor_;
  in.end_ = in.cursor_ + size;
  return true;
}

// Reads the tag of a value. Within a chunked value, the tag of a nested value is between two chunks, but most ORBs
// write nil and indirections into a chunk. After the tag of a value, the decoder's end is that of the message.
std::uint32_t ReadingValues::next_tag(Decoder& in) {
  if (account().level == 0 || in.remaining() >= sizeof(std::uint32_t)) return in.get<std::uint32_t>();
  const Decoder between = in;
  in.cursor_ = in.end_;
  in.end_ = account_->message_end;
  Decoder ahead = in;
  ahead.values_ = nullptr;
  const auto tag = ahead.get<std::uint32_t>();
  if (value_tag::is_chunk(tag)) {
    in = between;
    return in.get<std::uint32_t>();
  }
  in.cursor_ = ahead.cursor_;
  return tag;
}

std::uint64_t* ReadingValues::effort_left(const Decoder& in) noexcept {
  constexpr std::uint64_t effort_free = 1U << 16;
  constexpr std::uint64_t effort_per_octet = 16;
  if (table_ != nullptr) return nullptr;
  if (effort_left_ == 0) effort_left_ = 1 + effort_free + effort_per_octet * octets_left(in);
  return &effort_left_;
}

std::shared_ptr<CORBA::ValueBase> ReadingValues::read(Decoder& in, const ValueType* formal,
                                                      const CORBA::TypeCode* described) {
  if (table_ != nullptr) return from_table(in);
  if (in.is_arriving()) in.await_all();
  Account& all = account();
  const std::uint32_t tag = next_tag(in);
  const std::byte* const at = in.cursor_ - sizeof tag;
  std::shared_ptr<CORBA::ValueBase> value;
  if (tag == value_tag::indirection) {
    value = read_indirection(in);
  } else if (value_tag::is_value(tag)) {
    return read_new(in, at, tag, formal, described);
  } else if (tag != value_tag::nil) {
    in.malformed("an invalid value tag");
  }
  // If the tag was read between two chunks, forces the next read to enter the next chunk.
  if (all.level != 0 && in.end_ == all.message_end) in.end_ = in.cursor_;
  return value;
}

std::shared_ptr<CORBA::ValueBase> ReadingValues::from_table(Decoder& in) {
  const auto number = in.get<std::uint32_t>();
  if (number == value_tag::nil) return nullptr;
  if (number > table_->size()) in.malformed("a value number out of range");
  return (*table_)[number - 1];
}

const std::byte* ReadingValues::read_target(Decoder& in) {
  const auto offset = in.get<std::int32_t>();
  const std::byte* const from = in.cursor_ - sizeof offset;
  if (offset > -8 || -static_cast<std::int64_t>(offset) > from - in.begin_) {
    in.malformed("an indirection that does not point backward within the message");
  }
  return from + offset;
}

std::shared_ptr<CORBA::ValueBase> ReadingValues::read_indirection(Decoder& in) {
  Account& all = account();
  const std::byte* const target = read_target(in);
  const auto known = all.values.find(target);
  if (known == all.values.end()) in.malformed("an indirection that points to no value");
  if (known->second.value) {
    // Nothing could break a reference cycle of such values, so they would leak.
    if (known->second.height == 0 && is_described(*known->second.value)) {
      in.malformed("a value of an unknown type that refers to itself");
    }
    all.tallest = std::max(all.tallest, known->second.height);
    return known->second.value;
  }
  // The value is in a part of a truncated value that was skipped, so it is decoded now.
  Decoder there = in;
  there.cursor_ = target;
  const std::uint32_t level = std::exchange(all.level, known->second.level);
  const std::byte* const message_end = all.message_end;
  if (level == 0) all.message_end = in.end_;
  there.end_ = all.message_end;
  const auto tag = there.get<std::uint32_t>();
  auto value = read_new(there, target, tag, nullptr, nullptr);
  all.level = level;
  all.message_end = message_end;
  return value;
}

std::string_view ReadingValues::read_id(Decoder& in) {
  in.align(sizeof(std::uint32_t));
  const std::byte* const at = in.cursor_;
  Decoder ahead = in;
  if (ahead.get<std::uint32_t>() == value_tag::indirection) {
    in.skip(sizeof(std::uint32_t));
    const auto known = account().ids.find(read_target(in));
    if (known == account().ids.end()) in.malformed("an indirection that points to no repository id");
    return known->second;
  }
  return account().ids[at] = in.get_string_view();
}

ReadingValues::Header ReadingValues::read_header(Decoder& in, std::uint32_t tag, std::string_view formal_id) {
  Header header;
  if ((tag & value_tag::has_codebase) != 0) read_id(in);  // a codebase URL, which is ignored
  switch (tag & value_tag::type_mask) {
    case value_tag::no_id:
      if (formal_id.empty()) in.malformed("a value without a repository id whose formal type is unknown");
      header.ids.push_back(formal_id);
      break;
    case value_tag::one_id:
      header.ids.push_back(read_id(in));
      break;
    case value_tag::several_ids: {
      in.align(sizeof(std::uint32_t));
      const std::byte* const at = in.cursor_;
      Decoder ahead = in;
      if (ahead.get<std::uint32_t>() == value_tag::indirection) {
        in.skip(sizeof(std::uint32_t));
        const auto known = account().lists.find(read_target(in));
        if (known == account().lists.end()) in.malformed("an indirection that points to no list of repository ids");
        header.ids = known->second;
        break;
      }
      constexpr std::size_t id_octets_min = 4;
      const std::uint32_t count = in.get_length(id_octets_min);
      if (count == 0) in.malformed("an empty list of repository ids");
      for (std::uint32_t i = 0; i < count; ++i) header.ids.push_back(read_id(in));
      // An indirection copies the list. Long lists are not remembered, since many copies would use too much memory.
      constexpr std::uint32_t remembered_max = 64;
      if (count <= remembered_max) account().lists[at] = header.ids;
      break;
    }
    default:
      in.malformed("a value tag with invalid type information");
  }
  return header;
}

namespace {

std::shared_ptr<CORBA::ValueBase> make_one(const Decoder& in, std::string_view id, const ValueType* formal) {
  if (in.context() != nullptr) {
    if (const auto factory = in.context()->value_factory(id)) {
      auto made = factory->create_for_unmarshal();
      if (made) return made._shared();
      throw CORBA::NO_IMPLEMENT(minor::no_implement_value, in.completed(),
                                "the factory for " + std::string(id) + " returned no value");
    }
  }
  const ValueType* const known = formal != nullptr && formal->repository_id == id ? formal : known_value_type(id);
  return known != nullptr && known->make != nullptr ? known->make(*known) : nullptr;
}

}  // namespace

std::shared_ptr<CORBA::ValueBase> make_empty_value(const Decoder& in, const CORBA::TypeCode& type) {
  const std::string_view id = type._description().id;
  if (auto value = make_one(in, id, nullptr)) return value;
  if (auto value = make_described(type)) return value;
  throw CORBA::MARSHAL(minor::marshal_no_value_factory, in.completed(), "no factory for values of " + std::string(id));
}

std::shared_ptr<CORBA::ValueBase> ReadingValues::make(Decoder& in, const Header& header, const ValueType* formal,
                                                      const CORBA::TypeCode* described) {
  for (const std::string_view id : header.ids) {
    if (auto value = make_one(in, id, formal)) return value;
    if (described != nullptr && id == described->_description().id) {
      if (auto value = make_described(*described)) return value;
    }
    if (formal != nullptr && id == formal->repository_id) break;
  }
  throw CORBA::MARSHAL(minor::marshal_no_value_factory, in.completed(),
                       "no factory for values of " + std::string(header.ids.front()));
}

std::shared_ptr<CORBA::ValueBase> ReadingValues::read_new(Decoder& in, const std::byte* at, std::uint32_t tag,
                                                          const ValueType* formal, const CORBA::TypeCode* described) {
  Account& all = account();
  const bool is_chunked = (tag & value_tag::chunked) != 0;
  if (all.level != 0 && !is_chunked) in.malformed("a value without chunks within a chunked one");
  if (all.level != 0 && in.end_ != all.message_end) in.malformed("a value that begins within a chunk");
  if (++all.depth > value_depth_limit) in.malformed("valuetypes nested too deeply: more than 2048 levels");
  // The header is not part of any chunk.
  const std::uint32_t level = std::exchange(all.level, 0U);
  const std::string_view formal_id = formal != nullptr      ? formal->repository_id
                                     : described != nullptr ? described->_description().id
                                                            : std::string_view();
  const Header header = read_header(in, tag, formal_id);
  auto value = make(in, header, formal, described);
  auto& met = all.values[at];
  met.value = value;
  met.level = level;
  if (is_chunked) {
    in.await_all();  // because the decoder's end becomes the end of a chunk
    if (level == 0) all.message_end = in.end_;
    in.end_ = in.cursor_;
    all.level = level + 1;
  }
  const std::uint32_t tallest = std::exchange(all.tallest, 0U);
  value->_read_state(in);
  if (is_chunked) finish_chunks(in, level + 1);
  all.level = level;
  --all.depth;
  // Indirections alone can build a chain as long as the message, and destroying the chain takes as many nested calls.
  met.height = all.tallest + 1;
  if (met.height > value_depth_limit) in.malformed("too long a chain of valuetypes: more than 2048");
  all.tallest = std::max(tallest, met.height);
  return value;
}

// Skips the remaining state of the value at `level` and its end tag. An end tag that also closes outer values is not
// consumed.
void ReadingValues::finish_chunks(Decoder& in, std::uint32_t level) {
  const std::byte* const message_end = account().message_end;
  in.cursor_ = in.end_;
  in.end_ = message_end;
  account().level = 0;
  for (std::uint32_t open = level; open >= level;) {
    const std::byte* const before = in.cursor_;
    open = skip(in, open);
    if (open + 1 < level) in.cursor_ = before;
  }
  if (level > 1) in.end_ = in.cursor_;
}

// Skips a chunk, a header or an end tag. `open` is the number of open values before; returns the number afterwards.
std::uint32_t ReadingValues::skip(Decoder& in, std::uint32_t open) {
  const auto tag = in.get<std::uint32_t>();
  if (value_tag::is_chunk(tag)) {
    in.skip(tag);
  } else if (value_tag::is_end(tag)) {
    const std::uint32_t closed = value_tag::level_of_end(tag);
    if (closed > open) in.malformed("an end tag of a value that has not begun");
    return closed - 1;
  } else if (value_tag::is_value(tag)) {
    if ((tag & value_tag::chunked) == 0) in.malformed("a value without chunks within a chunked one");
    // An indirection may refer to the skipped value later.
    account().values[in.cursor_ - sizeof tag].level = open;
    read_header(in, tag, "unknown");
    return open + 1;
  }
  return open;
}

std::shared_ptr<CORBA::ValueBase> read_value(Decoder& in, const ValueType* formal) {
  if (in.values() != nullptr) return in.values()->read(in, formal);
  ReadingValues alone(in);
  return alone.read(in, formal);
}

void not_a_value_of(const Decoder& in, const ValueType& type) {
  throw CORBA::MARSHAL(minor::marshal_value_type, in.completed(),
                       "a value that is not of type " + std::string(type.repository_id));
}

}  // namespace dimma::cdr
