// Moves an axis, and writes each position into two buffers: the latest, and a trace of the last eight.
//
//   axis_writer NAME FROM TO    moves from one position to the other, in steps of one
//   axis_writer NAME remove     removes both buffers, which last until then or until the machine is rebooted

#include "position.hpp"

#include <dimma/message_buffer.hpp>

#include <iostream>
#include <string>

int main(int argc, char* argv[]) try {
  if (argc < 3 || (argc < 4 && std::string(argv[2]) != "remove")) {
    std::cerr << "axis_writer NAME FROM TO | axis_writer NAME remove\n";
    return 2;
  }
  const std::string name = argv[1];
  if (argc < 4) {
    dimma::remove_buffer(name);
    dimma::remove_buffer(name + ".trace");
    return 0;
  }
  dimma::BufferWriter<Position> latest(name);
  dimma::BufferWriter<Position> trace(name + ".trace", {.history = dimma::History::queue(8)});
  const int to = std::stoi(argv[3]);
  for (int x = std::stoi(argv[2]); x <= to; ++x) {
    const Position position(x, x == to ? "stopped" : "moving");
    latest.write(position);  // readers can read it now; the writer does not wait for them
    trace.write(position);
  }
} catch (const std::exception& exception) {  // BufferError, CORBA::MARSHAL, and those of std::stoi()
  std::cerr << exception.what() << '\n';
  return 1;
}
