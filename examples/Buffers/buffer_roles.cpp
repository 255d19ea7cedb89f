#include "buffer_roles.hpp"

#include "measure/clock.hpp"

#include <dimma/message_buffer.hpp>
#include <perf.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <sstream>
#include <stdexcept>

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 30s;
constexpr std::uint64_t queue_length = 1000;

double cpu_s() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

dimma::BufferLayout layout_of(const Exchange& exchange) {
  constexpr std::size_t beside_content = 64;
  return {.history = exchange.options == "queue" ? dimma::History::queue(queue_length) : dimma::History::latest,
          .octets_max = exchange.octets + beside_content};
}

// Each type in turn, always as many octets.
Changing content_of(std::uint64_t number, std::size_t octets) {
  Changing content;
  switch (number % 5) {
    case 0:
      content.chars(CharSeq(octets, 'x'));
      break;
    case 1:
      content.shorts(ShortSeq(octets / sizeof(std::int16_t), 1));
      break;
    case 2:
      content.longs(LongSeq(octets / sizeof(std::int32_t), 2));
      break;
    case 3:
      content.floats(FloatSeq(octets / sizeof(float), 3.0F));
      break;
    default:
      content.doubles(DoubleSeq(octets / sizeof(double), 4.0));
      break;
  }
  return content;
}

// Times single operations, and what they took of the processor together.
class Meter {
 public:
  template <class Operation>
  void take(Operation&& operation) {
    const std::uint64_t begin = measure::now_ns();
    operation();
    const auto took = static_cast<double>(measure::now_ns() - begin) / 1e9;
    longest_s_ = std::max(longest_s_, took);
    sum_s_ += took;
    ++count_;
  }
  Taken taken(std::uint64_t messages, double latency_sum_s) const {
    const auto operations = static_cast<double>(std::max<std::uint64_t>(count_, 1));
    const auto elapsed_s = static_cast<double>(measure::now_ns() - begin_ns_) / 1e9;
    return {longest_s_,
            sum_s_ / operations,
            (cpu_s() - begin_cpu_s_) / operations,
            static_cast<double>(messages) / elapsed_s,
            messages == 0 ? 0 : latency_sum_s / static_cast<double>(messages),
            messages};
  }

 private:
  const std::uint64_t begin_ns_ = measure::now_ns();
  const double begin_cpu_s_ = cpu_s();
  double longest_s_ = 0;
  double sum_s_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace

std::string to_line(const Taken& taken) {
  std::ostringstream line;
  line.precision(12);
  line << taken.longest_s << ' ' << taken.average_s << ' ' << taken.cpu_s << ' ' << taken.per_s << ' ' << taken.latency_s
       << ' ' << taken.messages;
  return line.str();
}

Taken from_line(const std::string& line) {
  Taken taken;
  std::istringstream in(line);
  if (!(in >> taken.longest_s >> taken.average_s >> taken.cpu_s >> taken.per_s >> taken.latency_s >> taken.messages)) {
    throw std::runtime_error("a process said '" + line + "'");
  }
  return taken;
}

Taken write_all(const Exchange& exchange, void (*ready)()) {
  dimma::BufferWriter<PerfMessage> writer(exchange.buffer, layout_of(exchange));
  std::array<PerfMessage, 5> messages;
  for (std::size_t i = 0; i < messages.size(); ++i) messages[i].content(content_of(i, exchange.octets));
  ready();
  Meter meter;
  for (std::uint64_t i = 1; i <= exchange.messages; ++i) {
    PerfMessage& message = messages[i % messages.size()];
    message.number(i);
    message.sentNs(measure::now_ns());
    meter.take([&] {
      if (exchange.options != "confirm_write") return writer.write(message);
      if (!writer.write_confirmed(message, patience)) throw std::runtime_error("nobody has read a message");
    });
  }
  return meter.taken(exchange.messages, 0);
}

Taken read_all(const Exchange& exchange, void (*ready)()) {
  dimma::BufferReader<PerfMessage> reader(exchange.buffer);
  const auto waits = exchange.options == "poll" ? std::chrono::nanoseconds(0) : std::chrono::nanoseconds(patience);
  PerfMessage message;
  ready();
  Meter meter;
  std::uint64_t read = 0;
  double latency_s = 0;
  const std::uint64_t give_up_ns = measure::now_ns() + static_cast<std::uint64_t>(std::chrono::nanoseconds(10 * patience).count());
  while (message.number() < exchange.messages) {
    bool has_news = false;
    meter.take([&] { has_news = reader.read(message, waits); });
    if (!has_news) {
      if (waits.count() != 0 || measure::now_ns() > give_up_ns) throw std::runtime_error("no message came");
      continue;
    }
    ++read;
    latency_s += static_cast<double>(measure::now_ns() - message.sentNs()) / 1e9;
  }
  return meter.taken(read, latency_s);
}
