// Records a value of a channel: probe REFERENCE CHANNEL VALUE.

#include "recorder.hpp"

#include <dimma/orb.hpp>

#include <iostream>
#include <string>

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 4) {
    std::cerr << "probe REFERENCE CHANNEL VALUE\n";
    return 2;
  }
  auto rack = IDL::traits<Recorder::Rack>::narrow(orb->string_to_object(argv[1]));
  if (!rack) {
    std::cerr << "that is no Rack\n";
    return 1;
  }
  const auto unit = rack->find_sensor(argv[2])->unit();
  auto channel = rack->find_channel(argv[2]);
  channel->record(std::stod(argv[3]));
  for (const double value : channel->recorded()) std::cout << value << ' ' << unit << '\n';
  channel->close();
  orb->destroy();
} catch (const std::exception& exception) {  // those of CORBA, and of std::stod()
  std::cerr << exception.what() << '\n';
  return 1;
}
