// Shows where an axis is, and its trace until it has stopped: viewer NAME. There may be any number of viewers.

#include "position.hpp"

#include <dimma/message_buffer.hpp>

#include <chrono>
#include <iostream>
#include <string>

int main(int argc, char* argv[]) try {
  if (argc != 2) {
    std::cerr << "viewer NAME\n";
    return 2;
  }
  const std::string name = argv[1];
  dimma::BufferReader<Position> latest(name);
  Position position;
  if (latest.peek(position)) std::cout << "the axis is at " << position.x() << ", " << position.mode() << '\n';

  dimma::BufferReader<Position> trace(name + ".trace");  // each reader keeps the values that it has not read, in order
  do {
    if (!trace.read(position, std::chrono::seconds(10))) {  // sleeps until there is a new value
      std::cerr << "the axis has not moved for 10 s\n";
      return 1;
    }
    std::cout << position.x() << ' ' << position.mode() << '\n';
  } while (position.mode() != "stopped");
  std::cout << trace.missed() << " missed\n";
} catch (const std::exception& exception) {  // BufferError, or CORBA::MARSHAL
  std::cerr << exception.what() << '\n';
  return 1;
}
