// loans_publish_writer --readers N --sizes N,... [--processor N] --turns: publishes octets in message buffers of loaned
// sequences to that number of readers, a process each, in turns (measure/turns.hpp). "publish/N" is the writer's part
// alone; "read/N" lasts until all readers have seen the value.

#include "measure/command_line.hpp"
#include "measure/process.hpp"
#include "measure/turns.hpp"
#include "numbers.hpp"

#include <dimma/message_buffer.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <list>
#include <memory>
#include <new>
#include <stdexcept>

#include <sys/mman.h>
#include <unistd.h>

namespace {

using Octets = dimma::loaned<std::uint8_t>;
using View = dimma::BufferView<std::uint8_t>;

constexpr std::size_t readers_max = 64;

// The last value that each reader has seen, in memory that all processes share.
struct Seen {
  struct alignas(64) Word {
    std::atomic<std::uint64_t> number{0};
  };
  Word of[readers_max];

  static Seen& shared() {
    void* const memory = ::mmap(nullptr, sizeof(Seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory that processes share");
    return *new (memory) Seen;
  }
};

int read_on(const std::string& name, std::atomic<std::uint64_t>& seen) {
  dimma::BufferReader<Octets> reader(name);
  View value;
  for (;;) {
    if (!reader.read(value, std::chrono::seconds(1)) || value.size() < sizeof(std::uint64_t)) continue;
    std::uint64_t number = 0;
    std::memcpy(&number, value.data(), sizeof number);
    seen.store(number);
    value = View();
  }
}

class Publisher {
 public:
  Publisher(std::size_t octets, std::size_t readers, std::optional<int> processor)
      : octets_(octets),
        readers_(readers),
        name_("bench-" + std::to_string(::getpid()) + "-" + std::to_string(octets)),
        seen_(Seen::shared()),
        writer_(name_, {.octets_max = octets, .readers_max = static_cast<std::uint32_t>(readers), .held_max = 1}) {
    for (std::size_t i = 0; i < readers; ++i) {
      children_.push_back(measure::Child::fork(
          "reader", [&] { return read_on(name_, seen_.of[i].number); }, processor));
    }
    do {
      publish();
    } while (!is_seen_within(std::chrono::milliseconds(10)));
    dimma::remove_buffer(name_);  // all have opened it, and it must not outlive this process
  }
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  // Writes all octets, as an application would.
  void publish() {
    Octets value = writer_.loan(octets_);
    ++number_;
    std::memset(value.data(), static_cast<int>(number_ & 0xffU), octets_);
    std::memcpy(value.data(), &number_, sizeof number_);
    writer_.write(std::move(value));
  }
  void await_all() const {
    while (!is_seen()) {
    }
  }

 private:
  bool is_seen() const {
    return std::all_of(seen_.of, seen_.of + readers_, [&](const Seen::Word& each) { return each.number >= number_; });
  }
  bool is_seen_within(std::chrono::milliseconds time) const {
    const auto until = std::chrono::steady_clock::now() + time;
    while (!is_seen()) {
      if (std::chrono::steady_clock::now() >= until) return false;
    }
    return true;
  }

  const std::size_t octets_;
  const std::size_t readers_;
  const std::string name_;
  Seen& seen_;
  dimma::BufferWriter<Octets> writer_;
  std::uint64_t number_ = 0;
  std::list<measure::Child> children_;
};

int take_turns(int argc, const char* const* argv) {
  std::size_t readers = 1;
  std::size_t processor = 0;
  std::string sizes;
  measure::CommandLine command_line("loans_publish_writer --readers N --sizes N,... [--processor N]",
                                    "Publishes octets to readers without copying them, in turns.");
  command_line.count("readers", readers, "processes that read (1)", readers_max)
      .required("sizes", sizes, "octets of the values, 8 at least")
      .count("processor", processor, "on which they read, from 1 (any)");
  if (!command_line.parse(argc, argv)) return 0;
  std::list<Publisher> publishers;
  measure::TurnOperations operations;
  for (const std::size_t octets : bench::numbers("--sizes", sizes, std::size_t{64} << 20, sizeof(std::uint64_t))) {
    auto& each = publishers.emplace_back(
        octets, readers, processor == 0 ? std::nullopt : std::optional<int>(static_cast<int>(processor - 1)));
    const std::string of = '/' + std::to_string(octets);
    operations["publish" + of] = {[&each] { each.publish(); }, [&each] { each.await_all(); }};
    operations["read" + of] = {[&each] {
      each.publish();
      each.await_all();
    }};
  }
  return measure::serve_turns(operations);
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("loans_publish_writer", [&] { return take_turns(argc, argv); });
}
