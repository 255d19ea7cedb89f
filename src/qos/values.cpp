#include "qos/values.hpp"

#include "qos/transport_traits.hpp"

#include <array>

namespace dimma::qos {
namespace {

// A word of the text form and the enumerator that it stands for.
template <class E>
struct Word {
  std::string_view text;
  E value;
};
template <class E>
Word(const char*, E) -> Word<E>;

constexpr std::array protocol_words{Word{"any", Protocol::any}, Word{"iiop", Protocol::iiop},
                                    Word{"flow", Protocol::flow}};
constexpr auto transport_words = [] {
  std::array<Word<TransportKind>, transport_table.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = {transport_table[i].name, transport_table[i].kind};
  return words;
}();
constexpr std::array processing_words{
    Word{"shared", ProcessingConcurrency::Kind::shared_pool}, Word{"nullTask", ProcessingConcurrency::Kind::null_task},
    Word{"pool", ProcessingConcurrency::Kind::pool}, Word{"factory", ProcessingConcurrency::Kind::factory},
    Word{"executor", ProcessingConcurrency::Kind::executor}};
constexpr std::array connection_words{Word{"auto", Connection::automatic}, Word{"shared", Connection::shared},
                                      Word{"dedicated", Connection::dedicated}};
constexpr std::array demultiplexing_words{Word{"leader", Demultiplexing::leader}, Word{"task", Demultiplexing::task}};
enum class BufferSource : std::uint8_t { factory, pool };
enum class LoansFrom : std::uint8_t { none, pool };
constexpr std::array loans_words{Word{"none", LoansFrom::none}, Word{"pool", LoansFrom::pool}};
enum class MemoryWord : std::uint8_t { any, sealed };
constexpr std::array memory_words{Word{"any", MemoryWord::any}, Word{"sealed", MemoryWord::sealed}};
constexpr std::array memory_arguments{Word{"count", Memory::sealed_counted}};
constexpr std::array buffers_words{Word{"factory", BufferSource::factory}, Word{"pool", BufferSource::pool}};
constexpr std::array exhaustion_words{Word{"wait", OnExhaustion::wait}, Word{"raise", OnExhaustion::raise},
                                      Word{"drop", OnExhaustion::drop}};
constexpr std::array wait_words{Word{"block", WaitStrategy::Kind::block}, Word{"spin", WaitStrategy::Kind::spin},
                                Word{"adaptive", WaitStrategy::Kind::adaptive}};
enum class SchedulingPart : std::uint8_t { inherited, cpus, other, batch, idle, fifo, round_robin, name };
constexpr std::array scheduling_words{Word{"inherited", SchedulingPart::inherited},
                                      Word{"cpus", SchedulingPart::cpus},
                                      Word{"other", SchedulingPart::other},
                                      Word{"batch", SchedulingPart::batch},
                                      Word{"idle", SchedulingPart::idle},
                                      Word{"fifo", SchedulingPart::fifo},
                                      Word{"round-robin", SchedulingPart::round_robin},
                                      Word{"name", SchedulingPart::name}};
constexpr std::string_view default_credentials = "default";

enum class SocketPart : std::uint8_t { system, send, receive, dscp, busy_poll, ttl, group, interface };
constexpr std::array socket_words{Word{"system", SocketPart::system},       Word{"send", SocketPart::send},
                                  Word{"receive", SocketPart::receive},     Word{"dscp", SocketPart::dscp},
                                  Word{"busy-poll", SocketPart::busy_poll}, Word{"ttl", SocketPart::ttl},
                                  Word{"group", SocketPart::group},         Word{"interface", SocketPart::interface}};
enum class HistoryKind : std::uint8_t { queue, latest };
constexpr std::array history_words{Word{"queue", HistoryKind::queue}, Word{"latest", HistoryKind::latest}};

[[noreturn]] void refuse_word(const Value& value, const Piece& word, std::span<const std::string_view> words) {
  std::string reason = quoted(word.text) + " is not one of its values (";
  for (std::size_t i = 0; i < words.size(); ++i) reason.append(i == 0 ? "" : ", ").append(words[i]);
  reason += ')';
  if (const auto meant = nearest_word(word.text, words); !meant.empty()) {
    reason += "; did you mean " + quoted(meant) + "?";
  }
  refuse(value, word, reason);
}

template <class E, std::size_t N>
E read_word(const Value& value, const Piece& word, const std::array<Word<E>, N>& words) {
  for (const auto& candidate : words) {
    if (same_word(candidate.text, word.text)) return candidate.value;
  }
  std::array<std::string_view, N> texts;
  for (std::size_t i = 0; i < N; ++i) texts[i] = words[i].text;
  refuse_word(value, word, texts);
}

template <class E, std::size_t N>
std::string word_for(E wanted, const std::array<Word<E>, N>& words) {
  for (const auto& candidate : words) {
    if (candidate.value == wanted) return std::string(candidate.text);
  }
  return "?";  // the enumeration has no such enumerator
}

const Item& only_item(const Value& value) {
  if (value.items.size() > 1) refuse(value, value.items[1].word, "expected one value, not several joined by +");
  return value.items.front();
}

void expect_arguments(const Value& value, const Item& item, std::span<const std::string_view> names) {
  if (!item.has_parentheses && names.empty()) return;
  if (item.has_parentheses && !names.empty() && item.arguments.size() == names.size()) return;
  std::string wanted(item.word.text);
  for (std::size_t i = 0; i < names.size(); ++i) wanted.append(i == 0 ? "(" : ", ").append(names[i]);
  if (!names.empty()) wanted += ')';
  refuse(value, item.word, "expected " + wanted);
}

void expect_no_arguments(const Value& value, const Item& item) { expect_arguments(value, item, {}); }

const Piece& only_argument(const Value& value, const Item& item, std::string_view name) {
  expect_arguments(value, item, std::array{name});
  return item.arguments.front();
}

template <class E, std::size_t N>
E read_plain_word(const Value& value, const std::array<Word<E>, N>& words) {
  const Item& item = only_item(value);
  const E read = read_word(value, item.word, words);
  expect_no_arguments(value, item);
  return read;
}

std::uint32_t read_count(const Value& value, const Piece& piece) {
  const std::uint64_t number = read_number(value, piece);
  if (number > 0xffff'ffffU) refuse(value, piece, quoted(piece.text) + " is too large a number");
  return static_cast<std::uint32_t>(number);
}

bool is_number(const Piece& piece) noexcept { return piece.text.front() >= '0' && piece.text.front() <= '9'; }

// Parses a value with `read_as`, or returns nullopt if the value is the word in `none`, such as "unlimited".
template <class Read>
auto read_unless(const Value& value, std::string_view none, std::string_view what, Read read_as)
    -> std::optional<decltype(read_as(value, value.whole))> {
  const Item& item = only_item(value);
  if (!is_number(item.word) && !same_word(item.word.text, none)) {
    refuse(value, item.word,
           quoted(item.word.text).append(" is neither ").append(what).append(" nor ").append(quoted(none)));
  }
  expect_no_arguments(value, item);
  if (!is_number(item.word)) return {};
  return read_as(value, item.word);
}

std::string call(std::string_view word, std::string_view arguments) {
  return std::string(word).append("(").append(arguments).append(")");
}

void add_item(std::string& text, std::string_view item) {
  if (!text.empty()) text += '+';
  text += item;
}

}  // namespace

void read(const Value& value, Protocol& into) { into = read_plain_word(value, protocol_words); }
std::string write(Protocol value) { return word_for(value, protocol_words); }

void read(const Value& value, TransportKind& into) { into = read_plain_word(value, transport_words); }
std::string write(TransportKind value) { return word_for(value, transport_words); }

void read(const Value& value, Connection& into) { into = read_plain_word(value, connection_words); }
std::string write(Connection value) { return word_for(value, connection_words); }

void read(const Value& value, Demultiplexing& into) { into = read_plain_word(value, demultiplexing_words); }
std::string write(Demultiplexing value) { return word_for(value, demultiplexing_words); }

void read(const Value& value, OnExhaustion& into) { into = read_plain_word(value, exhaustion_words); }
std::string write(OnExhaustion value) { return word_for(value, exhaustion_words); }

void read(const Value& value, std::string& into) {
  into = value.whole.text;
  if (same_word(into, default_credentials)) into.clear();
}
std::string write(const std::string& value) { return value.empty() ? std::string(default_credentials) : value; }

void read(const Value& value, ProcessingConcurrency& into) {
  const Item& item = only_item(value);
  const auto kind = read_word(value, item.word, processing_words);
  if (kind == ProcessingConcurrency::Kind::pool) {
    into = ProcessingConcurrency::pool(read_count(value, only_argument(value, item, "threads")));
    return;
  }
  if (kind == ProcessingConcurrency::Kind::null_task && !item.arguments.empty()) {
    const Piece& threads = only_argument(value, item, "threads");
    into = ProcessingConcurrency::null_task_up_to(read_count(value, threads));
    if (into.tasks() == 0) refuse(value, threads, "nullTask needs at least one thread");
    return;
  }
  expect_no_arguments(value, item);
  into = kind == ProcessingConcurrency::Kind::null_task  ? ProcessingConcurrency::null_task
         : kind == ProcessingConcurrency::Kind::factory  ? ProcessingConcurrency::factory
         : kind == ProcessingConcurrency::Kind::executor ? ProcessingConcurrency::executor
                                                         : ProcessingConcurrency::shared_pool;
}

std::string write(const ProcessingConcurrency& value) {
  const std::string word = word_for(value.kind(), processing_words);
  return value.tasks() != 0 || value.kind() == ProcessingConcurrency::Kind::pool
             ? call(word, std::to_string(value.tasks()))
             : word;
}

void read(const Value& value, CountLimit& into) {
  const auto number = read_unless(value, "unlimited", "a number", read_number);
  into = number ? CountLimit(*number) : CountLimit(unlimited);
}
std::string write(const CountLimit& value) {
  return value.is_unlimited() ? "unlimited" : std::to_string(value.value());
}

void read(const Value& value, RateLimit& into) {
  const auto octets = read_unless(value, "unlimited", "a number of octets per second", read_size);
  into = octets ? RateLimit(*octets) : RateLimit(unlimited);
}
std::string write(const RateLimit& value) { return value.is_unlimited() ? "unlimited" : size_text(value.value()); }

void read(const Value& value, ReadAhead& into) {
  const auto octets = read_unless(value, "off", "a number of octets", read_size);
  into = octets ? ReadAhead(*octets) : ReadAhead::off;
}
std::string write(const ReadAhead& value) { return value.is_off() ? "off" : size_text(value.octets()); }

void read(const Value& value, std::optional<std::chrono::nanoseconds>& into) {
  into = read_unless(value, "none", "a duration", [](const Value& from, const Piece& piece) {
    return read_duration(from, piece, BareNumber::refused);
  });
}
std::string write(const std::optional<std::chrono::nanoseconds>& value) {
  return value ? duration_text(*value) : "none";
}

void read(const Value& value, Buffers& into) {
  const Item& item = only_item(value);
  if (read_word(value, item.word, buffers_words) == BufferSource::factory) {
    expect_no_arguments(value, item);
    into = Buffers::factory;
    return;
  }
  expect_arguments(value, item, std::array<std::string_view, 2>{"number", "size"});
  into = Buffers::pool(read_count(value, item.arguments[0]), read_size(value, item.arguments[1]));
}
std::string write(const Buffers& value) {
  if (!value.is_pool()) return "factory";
  return call("pool", std::to_string(value.count()) + "," + size_text(value.octets()));
}

void read(const Value& value, Loans& into) {
  const Item& item = only_item(value);
  if (read_word(value, item.word, loans_words) == LoansFrom::none) {
    expect_no_arguments(value, item);
    into = Loans::none;
    return;
  }
  expect_arguments(value, item, std::array<std::string_view, 2>{"number", "size"});
  into = Loans::pool(read_count(value, item.arguments[0]), read_size(value, item.arguments[1]));
}
std::string write(const Loans& value) {
  if (!value.is_pool()) return "none";
  return call("pool", std::to_string(value.count()) + "," + size_text(value.octets()));
}

void read(const Value& value, Memory& into) {
  const Item& item = only_item(value);
  const auto word = read_word(value, item.word, memory_words);
  if (word == MemoryWord::sealed && item.has_parentheses) {
    into = read_word(value, only_argument(value, item, "word"), memory_arguments);
    return;
  }
  expect_no_arguments(value, item);
  into = word == MemoryWord::sealed ? Memory::sealed : Memory::any;
}
std::string write(Memory value) {
  if (value == Memory::any) return "any";
  return value == Memory::sealed ? "sealed" : call("sealed", "count");
}

void read(const Value& value, WaitStrategy& into) {
  const Item& item = only_item(value);
  const auto kind = read_word(value, item.word, wait_words);
  if (kind == WaitStrategy::Kind::adaptive && !item.has_parentheses) {
    into = WaitStrategy::adaptive();
    return;
  }
  if (kind == WaitStrategy::Kind::adaptive) {
    const Piece& duration = only_argument(value, item, "microseconds");
    into = WaitStrategy::adaptive(read_duration(value, duration, BareNumber::microseconds));
    return;
  }
  expect_no_arguments(value, item);
  into = kind == WaitStrategy::Kind::spin ? WaitStrategy::spin : WaitStrategy::block;
}
std::string write(const WaitStrategy& value) {
  if (value.kind() == WaitStrategy::Kind::measured) return word_for(WaitStrategy::Kind::adaptive, wait_words);
  const std::string word = word_for(value.kind(), wait_words);
  return value.kind() == WaitStrategy::Kind::adaptive ? call(word, duration_text(value.spin_for())) : word;
}

void read(const Value& value, History& into) {
  const Item& item = only_item(value);
  const auto kind = read_word(value, item.word, history_words);
  if (kind == HistoryKind::queue && item.has_parentheses) {
    into = History::queue(read_number(value, only_argument(value, item, "number")));
    return;
  }
  expect_no_arguments(value, item);
  into = kind == HistoryKind::queue ? History::queue() : History::latest;
}
std::string write(const History& value) {
  if (value.is_latest()) return "latest";
  return value.depth().is_unlimited() ? "queue" : call("queue", std::to_string(value.depth().value()));
}

namespace {

// Parses "3" or "0-7".
void read_cpus(const Value& value, const Piece& piece, std::set<unsigned>& into) {
  constexpr std::uint64_t cpu_max = 1023;
  const std::size_t dash = piece.text.find('-');
  const std::uint64_t first = read_number(value, {piece.text.substr(0, dash), piece.offset});
  std::uint64_t last = first;
  if (dash != std::string_view::npos) {
    last = read_number(value, {piece.text.substr(dash + 1), piece.offset + dash + 1});
  }
  if (last < first) refuse(value, piece, quoted(piece.text) + " is not an ascending range");
  if (last > cpu_max) refuse(value, piece, "processors are numbered 0 to " + std::to_string(cpu_max));
  for (std::uint64_t cpu = first; cpu <= last; ++cpu) into.insert(static_cast<unsigned>(cpu));
}

std::string cpus_text(const std::set<unsigned>& cpus) {
  std::string text;
  for (auto cpu = cpus.begin(); cpu != cpus.end();) {
    const unsigned first = *cpu;
    unsigned last = first;
    while (++cpu != cpus.end() && *cpu == last + 1) last = *cpu;
    if (!text.empty()) text += ',';
    text += std::to_string(first);
    if (last != first) text.append("-").append(std::to_string(last));
  }
  return text;
}

// Refuses a part that was already given, and the word for the default if it is combined with other parts.
template <class Part>
void note_part(const Value& value, const Item& item, Part part, Part alone, std::set<Part>& seen) {
  if (part == alone && value.items.size() > 1)
    refuse(value, item.word, quoted(item.word.text) + " cannot be combined with other values");
  if (!seen.insert(part).second) refuse(value, item.word, quoted(item.word.text) + " is given twice");
}

int read_priority(const Value& value, const Item& item) {
  const Piece& argument = only_argument(value, item, "priority");
  const std::uint32_t priority = read_count(value, argument);
  if (priority > 99) refuse(value, argument, "a priority is from 1 to 99");
  return static_cast<int>(priority);
}

void read_part(const Value& value, const Item& item, SchedulingPart part, Scheduling& into) {
  const auto policy = [&](SchedulingPolicy said, int priority) {
    if (into.policy != SchedulingPolicy::inherited) refuse(value, item.word, "a second policy is given");
    into.policy = said;
    into.priority = priority;
  };
  if (part == SchedulingPart::cpus) {
    if (!item.has_parentheses) refuse(value, item.word, "expected processors, as in cpus(0,2-3)");
    for (const Piece& argument : item.arguments) read_cpus(value, argument, into.cpus);
  } else if (part == SchedulingPart::name) {
    into.thread_name = only_argument(value, item, "name").text;
  } else if (part == SchedulingPart::fifo) {
    policy(SchedulingPolicy::fifo, read_priority(value, item));
  } else if (part == SchedulingPart::round_robin) {
    policy(SchedulingPolicy::round_robin, read_priority(value, item));
  } else {
    expect_no_arguments(value, item);
    if (part == SchedulingPart::other) policy(SchedulingPolicy::other, 0);
    if (part == SchedulingPart::batch) policy(SchedulingPolicy::batch, 0);
    if (part == SchedulingPart::idle) policy(SchedulingPolicy::idle, 0);
  }
}

std::string policy_text(const Scheduling& value) {
  switch (value.policy) {
    case SchedulingPolicy::inherited:
      return "";
    case SchedulingPolicy::other:
      return "other";
    case SchedulingPolicy::batch:
      return "batch";
    case SchedulingPolicy::idle:
      return "idle";
    case SchedulingPolicy::fifo:
      return call("fifo", std::to_string(value.priority));
    case SchedulingPolicy::round_robin:
      return call("round-robin", std::to_string(value.priority));
  }
  return "?";
}

}  // namespace

void read(const Value& value, Scheduling& into) {
  Scheduling scheduling;
  std::set<SchedulingPart> seen;
  for (const Item& item : value.items) {
    const auto part = read_word(value, item.word, scheduling_words);
    note_part(value, item, part, SchedulingPart::inherited, seen);
    read_part(value, item, part, scheduling);
  }
  into = std::move(scheduling);
}

std::string write(const Scheduling& value) {
  std::string text;
  if (!value.cpus.empty()) add_item(text, call("cpus", cpus_text(value.cpus)));
  if (const std::string policy = policy_text(value); !policy.empty()) add_item(text, policy);
  if (!value.thread_name.empty()) add_item(text, call("name", value.thread_name));
  return text.empty() ? "inherited" : text;
}

namespace {

std::uint64_t read_buffer_size(const Value& value, const Item& item) {
  const Piece& argument = only_argument(value, item, "size");
  const std::uint64_t octets = read_size(value, argument);
  if (octets == 0) refuse(value, argument, "the size of a socket buffer cannot be 0");
  return octets;
}

std::chrono::microseconds read_busy_poll(const Value& value, const Item& item) {
  const Piece& argument = only_argument(value, item, "microseconds");
  const auto duration = read_duration(value, argument, BareNumber::microseconds);
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(duration);
  if (whole != duration || whole.count() == 0) refuse(value, argument, "busy-poll takes whole microseconds, 1 or more");
  return whole;
}

void read_group(const Value& value, const Item& item, SocketSettings& into) {
  expect_arguments(value, item, std::array<std::string_view, 2>{"address", "port"});
  const std::uint64_t port = read_number(value, item.arguments[1]);
  if (port == 0 || port > 0xffff) refuse(value, item.arguments[1], "a port is from 1 to 65535");
  into.group = item.arguments[0].text;
  into.group_port = static_cast<std::uint16_t>(port);
}

void read_part(const Value& value, const Item& item, SocketPart part, SocketSettings& into) {
  switch (part) {
    case SocketPart::system:
      return expect_no_arguments(value, item);
    case SocketPart::send:
      into.send_buffer = read_buffer_size(value, item);
      return;
    case SocketPart::receive:
      into.receive_buffer = read_buffer_size(value, item);
      return;
    case SocketPart::dscp:
      into.dscp = read_count(value, only_argument(value, item, "number"));
      return;
    case SocketPart::busy_poll:
      into.busy_poll = read_busy_poll(value, item);
      return;
    case SocketPart::ttl:
      into.ttl = read_count(value, only_argument(value, item, "number"));
      return;
    case SocketPart::group:
      return read_group(value, item, into);
    case SocketPart::interface:
      into.interface = only_argument(value, item, "name").text;
      return;
  }
}

}  // namespace

void read(const Value& value, SocketSettings& into) {
  SocketSettings settings;
  std::set<SocketPart> seen;
  for (const Item& item : value.items) {
    const auto part = read_word(value, item.word, socket_words);
    note_part(value, item, part, SocketPart::system, seen);
    read_part(value, item, part, settings);
  }
  into = settings;
}

std::string write(const SocketSettings& value) {
  std::string text;
  if (value.send_buffer != 0) add_item(text, call("send", size_text(value.send_buffer)));
  if (value.receive_buffer != 0) add_item(text, call("receive", size_text(value.receive_buffer)));
  if (value.dscp) add_item(text, call("dscp", std::to_string(*value.dscp)));
  if (value.busy_poll.count() != 0) add_item(text, call("busy-poll", duration_text(value.busy_poll)));
  if (value.ttl) add_item(text, call("ttl", std::to_string(*value.ttl)));
  if (!value.group.empty()) add_item(text, call("group", value.group + "," + std::to_string(value.group_port)));
  if (!value.interface.empty()) add_item(text, call("interface", value.interface));
  return text.empty() ? "system" : text;
}

}  // namespace dimma::qos

namespace dimma {

std::string_view to_string(Protocol protocol) noexcept {
  for (const auto& word : qos::protocol_words) {
    if (word.value == protocol) return word.text;
  }
  return "?";
}

std::string_view to_string(TransportKind transport) noexcept {
  for (const auto& each : qos::transport_table) {
    if (each.kind == transport) return each.name;
  }
  return "?";
}

}  // namespace dimma
