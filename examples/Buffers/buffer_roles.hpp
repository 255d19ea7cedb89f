#pragma once
// The work of this example's processes with a buffer, and its times.

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
  double cpu_s = 0;      // the processor time of each
  double per_s = 0;      // messages per second, from the first to the last
  double latency_s = 0;  // from before a message is written until it has been read
  std::uint64_t messages = 0;
};
// Convert the times to a line of text, and back.
std::string to_line(const Taken& taken);
Taken from_line(const std::string& line);

// Offers the buffer to other processes, prints its reference, and serves until the process is ended.
void serve_buffer(const Exchange& exchange);

// Opens the buffer, calls `ready`, and then writes or reads the requested messages. A reader of the latest message
// reads until it has read the last one.
Taken write_all(const Exchange& exchange, void (*ready)());
Taken read_all(const Exchange& exchange, void (*ready)());
// Measures reading when there always is a new message: writes each message itself, but times only the reading.
Taken read_own(const Exchange& exchange);
