// Sets the drive's speed, and waits until the drive has moved: remote REFERENCE SPEED.

#include "drive.hpp"

#include <dimma/orb.hpp>

#include <chrono>
#include <iostream>
#include <string>
#include <thread>

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 3) {
    std::cerr << "remote REFERENCE SPEED\n";
    return 2;
  }
  auto drive = IDL::traits<Motion::Drive>::narrow(orb->string_to_object(argv[1]));
  if (!drive) {
    std::cerr << "that is no Drive\n";
    return 1;
  }
  const double speed = std::stod(argv[2]);
  drive->speed(speed);
  const double start = drive->position();
  while (speed != 0 && drive->position() == start) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::cout << "it moves at " << drive->speed() << ", with threads: " << drive->threads() << '\n';
  orb->destroy();
} catch (const std::exception& exception) {  // those of CORBA, and of std::stod()
  std::cerr << exception.what() << '\n';
  return 1;
}
