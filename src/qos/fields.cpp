#include "qos/fields.hpp"

#include "qos/values.hpp"

#include <algorithm>

namespace dimma::qos {
namespace {

template <auto Member>
constexpr FieldEntry make_entry(Field field, std::string_view name, std::string_view long_name) {
  return {field,
          name,
          long_name,
          [](const Value& value, EngineeringQoS& into) { read(value, into.*Member); },
          [](const EngineeringQoS& qos) { return write(qos.*Member); },
          [](const EngineeringQoS& qos) { return qos.*Member == EngineeringQoS{}.*Member; }};
}

using Q = EngineeringQoS;

}  // namespace

constexpr std::array<FieldEntry, field_count> field_table{
    make_entry<&Q::protocol>(Field::protocol, "protocol", "protocol"),
    make_entry<&Q::transport>(Field::transport, "transport", "transport"),
    make_entry<&Q::processing_concurrency>(Field::processing, "processing", "processing_concurrency"),
    make_entry<&Q::message_concurrency>(Field::messages, "messages", "message_concurrency"),
    make_entry<&Q::packet_concurrency>(Field::packets, "packets", "packet_concurrency"),
    make_entry<&Q::connection>(Field::connection, "connection", "connection"),
    make_entry<&Q::demultiplexing>(Field::demultiplexing, "demultiplexing", "demultiplexing"),
    make_entry<&Q::buffers>(Field::buffers, "buffers", "buffers"),
    make_entry<&Q::on_exhaustion>(Field::exhausted, "exhausted", "on_exhaustion"),
    make_entry<&Q::wait>(Field::wait, "wait", "wait"),
    make_entry<&Q::read_ahead>(Field::read_ahead, "read-ahead", "read_ahead"),
    make_entry<&Q::deadline>(Field::deadline, "deadline", "deadline"),
    make_entry<&Q::scheduling>(Field::scheduling, "scheduling", "scheduling"),
    make_entry<&Q::socket>(Field::socket, "socket", "socket"),
    make_entry<&Q::history>(Field::history, "history", "history"),
    make_entry<&Q::rate>(Field::rate, "rate", "rate"),
    make_entry<&Q::batch_delay>(Field::batch_delay, "batch-delay", "batch_delay"),
    make_entry<&Q::credentials>(Field::credentials, "credentials", "credentials"),
    make_entry<&Q::loans>(Field::loans, "loans", "loans"),
    make_entry<&Q::memory>(Field::memory, "memory", "memory"),
};

static_assert([] {
  for (std::size_t i = 0; i < field_count; ++i) {
    if (static_cast<std::size_t>(field_table[i].field) != i) return false;
  }
  return true;
}());

const FieldEntry& entry_of(Field field) noexcept { return field_table[static_cast<std::size_t>(field)]; }

const FieldEntry* find_field(std::string_view name) noexcept {
  const auto found = std::find_if(field_table.begin(), field_table.end(), [&](const FieldEntry& entry) {
    return same_word(entry.name, name) || same_word(entry.long_name, name);
  });
  return found == field_table.end() ? nullptr : &*found;
}

}  // namespace dimma::qos
