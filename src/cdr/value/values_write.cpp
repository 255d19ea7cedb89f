// Encodes values (CORBA 3.3 part 2, 9.3.4).

#include "cdr/value/value_tags.hpp"

#include <dimma/minor.hpp>
#include <dimma/value.hpp>

#include <map>
#include <unordered_map>

namespace dimma::cdr {

namespace {

// The length of the size field at the start of a chunk.
constexpr std::size_t size_octets = sizeof(std::uint32_t);

}  // namespace

struct WritingValues::Account {
  // The offset of each value that was written. The map keeps the values alive, so that no new value can reuse the
  // address of a destroyed one.
  std::unordered_map<std::shared_ptr<CORBA::ValueBase>, std::size_t> values;
  std::map<std::string_view, std::size_t> ids;
  std::map<const ValueType*, std::size_t> lists;  // offsets of lists of ids
  std::uint32_t depth = 0;
  std::uint32_t level = 0;        // number of nested chunked values being written
  std::size_t before_chunk = 0;   // offset to return to if the chunk stays empty
  std::size_t chunk_size_at = 0;  // offset of the current chunk's size
  std::size_t behind_end = 0;     // offset after the most recent end tag
};

WritingValues::Account& WritingValues::account() {
  if (account_ == nullptr) account_ = new Account;
  return *account_;
}

void WritingValues::forget() noexcept { delete account_; }

void WritingValues::write(const std::shared_ptr<CORBA::ValueBase>& value) {
  if (table_ != nullptr) {
    if (value) table_->push_back(value);
    return out_.put(value ? static_cast<std::uint32_t>(table_->size()) : value_tag::nil);
  }
  if (!value) return out_.put(value_tag::nil);
  Account& all = account();
  if (const auto known = all.values.find(value); known != all.values.end()) return write_indirection(known->second);
  if (++all.depth > value_depth_limit) {
    throw CORBA::MARSHAL(
        minor::marshal_value_depth, CORBA::COMPLETED_NO,
        "values nested more than " + std::to_string(value_depth_limit) + " levels deep cannot be sent");
  }
  write_new(value);
  --all.depth;
}

void WritingValues::write_new(const std::shared_ptr<CORBA::ValueBase>& value) {
  Account& all = account();
  const ValueType& type = value->_type_of_value();
  const bool is_nested = all.level != 0;
  const bool is_chunked = is_nested || type.is_custom || type.truncatable_to != nullptr;
  if (is_nested) close_chunk();
  out_.align(sizeof(std::uint32_t));
  all.values.emplace(value, out_.size());
  write_type(type, value_tag::value | (is_chunked ? value_tag::chunked : 0));
  if (!is_chunked) return value->_write_state(out_);
  ++all.level;
  open_chunk();
  value->_write_state(out_);
  close_chunk();
  // Values that end at the same position share one end tag, as omniORB expects.
  if (out_.size() == all.behind_end) {
    out_.patch(all.behind_end - sizeof(std::uint32_t), 0U - all.level);
  } else {
    out_.put(0U - all.level);
  }
  all.behind_end = out_.size();
  --all.level;
  if (is_nested) open_chunk();
}

// The ids are always written, since a receiver that truncates an outer value cannot infer the type of this value.
void WritingValues::write_type(const ValueType& type, std::uint32_t tag) {
  if (type.truncatable_to == nullptr) {
    out_.put(tag | value_tag::one_id);
    return write_id(type.repository_id);
  }
  out_.put(tag | value_tag::several_ids);
  const auto [known, is_new] = account().lists.emplace(&type, out_.size());
  if (!is_new) return write_indirection(known->second);
  std::uint32_t count = 0;
  for (const ValueType* each = &type; each != nullptr; each = each->truncatable_to) ++count;
  out_.put(count);
  for (const ValueType* each = &type; each != nullptr; each = each->truncatable_to) write_id(each->repository_id);
}

void WritingValues::write_id(std::string_view id) {
  out_.align(sizeof(std::uint32_t));
  const auto [known, is_new] = account().ids.emplace(id, out_.size());
  if (!is_new) return write_indirection(known->second);
  // Written without conversion, since the octets of an id are the same in every code set.
  out_.put(static_cast<std::uint32_t>(id.size() + 1));
  out_.put_octets(id.data(), id.size());
  out_.put(std::uint8_t{0});
}

void WritingValues::write_indirection(std::size_t to) {
  out_.put(value_tag::indirection);
  out_.put(static_cast<std::uint32_t>(to - out_.size()));
}

void WritingValues::open_chunk() {
  Account& all = account();
  all.before_chunk = out_.size();
  out_.put(std::uint32_t{0});
  all.chunk_size_at = out_.size() - size_octets;
}

void WritingValues::close_chunk() {
  const Account& all = account();
  const std::size_t octets = out_.size() - all.chunk_size_at - size_octets;
  if (octets == 0) return out_.truncate(all.before_chunk);
  if (octets >= value_tag::value) {
    throw CORBA::MARSHAL(minor::marshal_length_too_large, CORBA::COMPLETED_NO,
                         "a value chunk of " + std::to_string(octets) + " octets is too large to be sent");
  }
  out_.patch(all.chunk_size_at, static_cast<std::uint32_t>(octets));
}

void write_value(Encoder& out, const std::shared_ptr<CORBA::ValueBase>& value) {
  if (out.values() != nullptr) return out.values()->write(value);
  if (!value) return out.put(value_tag::nil);
  WritingValues alone(out);
  alone.write(value);
}

}  // namespace dimma::cdr
