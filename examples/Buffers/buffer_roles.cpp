#include "buffer_roles.hpp"

#include "measure/clock.hpp"

#include <dimma/corba.hpp>
#include <dimma/remote_buffer.hpp>
#include <dimma/signals.hpp>
#include <perf.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 30s;
constexpr std::chrono::milliseconds patience_ms = patience;
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

// The content of message `number`: the types alternate, and the number of octets is the same.
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

// Measures the times of single operations, and the processor time of all of them together.
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
  line << taken.longest_s << ' ' << taken.average_s << ' ' << taken.cpu_s << ' ' << taken.per_s << ' '
       << taken.latency_s << ' ' << taken.messages;
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

namespace {

using Writer = dimma::BufferWriter<PerfMessage>;
using RemoteWriter = dimma::RemoteBufferWriter<PerfMessage>;

void confirm(Writer& writer, const PerfMessage& message) {
  if (!writer.write_confirmed(message, patience)) throw std::runtime_error("nobody has read a message");
}
void confirm(RemoteWriter& writer, const PerfMessage& message) { writer.write_confirmed(message); }

// A message of each type of content.
std::array<PerfMessage, 5> messages_of(const Exchange& exchange) {
  std::array<PerfMessage, 5> messages;
  for (std::size_t i = 0; i < messages.size(); ++i) messages[i].content(content_of(i, exchange.octets));
  return messages;
}

template <class AnyWriter>
Taken write_with(AnyWriter& writer, const Exchange& exchange, void (*ready)()) {
  auto messages = messages_of(exchange);
  const bool confirms = exchange.options == "confirm_write";
  ready();
  Meter meter;
  for (std::uint64_t i = 1; i <= exchange.messages; ++i) {
    PerfMessage& message = messages[i % messages.size()];
    message.number(i);
    message.sentNs(measure::now_ns());
    meter.take([&] { confirms ? confirm(writer, message) : writer.write(message); });
  }
  return meter.taken(exchange.messages, 0);
}

// The last message of a flow may be lost like any other. It is repeated, because the reader waits for it.
void write_until_delivered(RemoteWriter& writer, const Exchange& exchange) {
  PerfMessage last;
  last.number(exchange.messages);
  last.content(content_of(exchange.messages, exchange.octets));
  const auto before = writer.report(patience_ms).consumer.delivered;
  do {
    last.sentNs(measure::now_ns());
    writer.write(last);
  } while (writer.report(patience_ms).consumer.delivered == before);
}

template <class AnyReader>
Taken read_with(AnyReader& reader, const Exchange& exchange, void (*ready)()) {
  const auto waits = exchange.options == "poll" ? std::chrono::nanoseconds(0) : std::chrono::nanoseconds(patience);
  PerfMessage message;
  ready();
  Meter meter;
  std::uint64_t read = 0;
  double latency_s = 0;
  const auto give_up = measure::now_ns() + static_cast<std::uint64_t>(std::chrono::nanoseconds(10 * patience).count());
  while (message.number() < exchange.messages) {
    bool has_news = false;
    meter.take([&] { has_news = reader.read(message, waits); });
    if (!has_news) {
      if (waits.count() != 0 || measure::now_ns() > give_up) throw std::runtime_error("no message came");
      continue;
    }
    ++read;
    latency_s += static_cast<double>(measure::now_ns() - message.sentNs()) / 1e9;
  }
  return meter.taken(read, latency_s);
}

// Calls `work` with an ORB, and then destroys the ORB.
template <class Work>
auto with_orb(Work work) {
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
  const auto orb = CORBA::ORB_init(arguments, "buffers_perf");
  struct End {
    const CORBA::object_reference<CORBA::ORB>& orb;
    ~End() { orb->destroy(); }
  } const end{orb};
  return work(orb);
}

dimma::EngineeringQoS qos_of(const Exchange& exchange) {
  return dimma::EngineeringQoS::parse(exchange.protocol == "UDP" ? "protocol=flow,transport=udp" : "transport=tcp");
}

}  // namespace

void serve_buffer(const Exchange& exchange) {
  with_orb([&](const auto& orb) {
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto poa = dimma::create_poa(root, "buffers", qos_of(exchange));
    const auto servant = CORBA::make_reference<dimma::BufferServant<PerfMessage>>(exchange.buffer, layout_of(exchange));
    dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
    std::puts(orb->object_to_string(poa->servant_to_reference(servant)).c_str());
    std::fflush(stdout);
    orb->run();
  });
}

Taken write_all(const Exchange& exchange, void (*ready)()) {
  if (exchange.protocol == "SHMEM") {
    Writer writer(exchange.buffer, layout_of(exchange));
    return write_with(writer, exchange, ready);
  }
  return with_orb([&](const auto& orb) {
    RemoteWriter writer(orb->string_to_object(exchange.reference), qos_of(exchange));
    const Taken taken = write_with(writer, exchange, ready);
    if (exchange.protocol == "UDP") write_until_delivered(writer, exchange);
    return taken;
  });
}

Taken read_all(const Exchange& exchange, void (*ready)()) {
  // Messages of a flow are read in the process that receives them.
  if (exchange.protocol != "TCP") {
    dimma::BufferReader<PerfMessage> reader(exchange.buffer);
    return read_with(reader, exchange, ready);
  }
  return with_orb([&](const auto& orb) {
    dimma::RemoteBufferReader<PerfMessage> reader(orb->string_to_object(exchange.reference), qos_of(exchange));
    return read_with(reader, exchange, ready);
  });
}

Taken read_own(const Exchange& exchange) {
  Writer writer(exchange.buffer, layout_of(exchange));
  dimma::BufferReader<PerfMessage> reader(exchange.buffer);
  auto messages = messages_of(exchange);
  PerfMessage message;
  Meter meter;
  double latency_s = 0;
  for (std::uint64_t i = 1; i <= exchange.messages; ++i) {
    PerfMessage& next = messages[i % messages.size()];
    next.number(i);
    next.sentNs(measure::now_ns());
    writer.write(next);
    meter.take([&] { reader.read(message); });
    latency_s += static_cast<double>(measure::now_ns() - message.sentNs()) / 1e9;
    if (message.number() != i) throw std::runtime_error("another message was read");
  }
  return meter.taken(exchange.messages, latency_s);
}
