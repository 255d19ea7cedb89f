#pragma once
// The processes' work with a buffer in this example, and the time that it took.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

struct Exchange {
  std::string buffer;
  std::string protocol = "SHMEM";   // TCP, UDP
  std::string reference;            // the buffer's, if another process offers it
  std::string options = "default";  // queue, poll, confirm_write
  std::size_t octets = 200;         // the length of a message's content
  std::size_t messages = 10'000;
};

// The time of all reads or writes of one process, in seconds.
struct Taken {
  double longest_s = 0;
  double average_s = 0;
  double cpu_s = 0;      // the processor's time, for each
  double per_s = 0;      // messages a second, from the first to the last
  double latency_s = 0;  // from before a message is written until it has been read
  std::uint64_t messages = 0;
};
// As a line, and back.
std::string to_line(const Taken& taken);
Taken from_line(const std::string& line);

// Offers the buffer to others, prints its reference, and serves until it is ended.
void serve_buffer(const Exchange& exchange);

// Opens the buffer and says so by calling `ready`, then writes or reads what was asked for. A reader of the latest
// message reads until it has seen the last.
Taken write_all(const Exchange& exchange, void (*ready)());
Taken read_all(const Exchange& exchange, void (*ready)());
// The time that reading takes when there always is news: writes each message itself, and times the reading of it alone.
Taken read_own(const Exchange& exchange);
