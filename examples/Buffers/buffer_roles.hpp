#pragma once
// What the processes of the example do with a buffer, and what it took them.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

struct Exchange {
  std::string buffer;
  std::string protocol = "SHMEM";   // TCP, UDP
  std::string reference;            // of the buffer, where it is offered by another process
  std::string options = "default";  // queue, poll, confirm_write
  std::size_t octets = 200;         // of a message's content
  std::size_t messages = 10'000;
};

// Of all reads or writes of one process, in seconds.
struct Taken {
  double longest_s = 0;
  double average_s = 0;
  double cpu_s = 0;      // of the processor, for each
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
// What reading takes when there always is news: writes each message itself, and times the reading of it alone.
Taken read_own(const Exchange& exchange);
