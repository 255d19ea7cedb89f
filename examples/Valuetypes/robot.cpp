// Requests a path and inspects it: the value is in this process, and its length is computed here.

#include "path.hpp"

#include <iostream>

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 2) {
    std::cerr << "robot REFERENCE\n";
    return 2;
  }
  register_path(orb);
  auto planner = IDL::traits<Robot::Planner>::narrow(orb->string_to_object(argv[1]));
  if (!planner) {
    std::cerr << "that is no Planner\n";
    return 1;
  }
  auto path = planner->plan(3, 4);  // a TimedPath, which is truncated to the Path that this program knows
  for (auto pose = path->first(); pose; pose = pose->next()) std::cout << pose->x() << ' ' << pose->y() << '\n';
  std::cout << "length " << path->length() << '\n';

  auto start = path->first();
  auto copy = CORBA::make_reference<IDL::traits<Robot::Pose>::obv_type>(start->x(), start->y(), start->next());
  std::cout << std::boolalpha << "start and start are one pose: " << planner->is_closed(start, start) << '\n'
            << "start and its copy are one pose: " << planner->is_closed(start, copy) << '\n';
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
