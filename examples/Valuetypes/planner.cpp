// Plans paths that go around a corner, and have a time, which not every robot understands.

#include "path.hpp"
#include "robot_skel.hpp"

#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>

using PoseRef = CORBA::valuetype_reference<Robot::Pose>;
using PathRef = CORBA::valuetype_reference<Robot::Path>;

class TimedPath : public virtual IDL::traits<Robot::TimedPath>::obv_type, public virtual Path {};

class Planner : public virtual CORBA::servant_traits<Robot::Planner>::base_type {
  static PoseRef pose(double x, double y, PoseRef next) {
    return CORBA::make_reference<IDL::traits<Robot::Pose>::obv_type>(x, y, std::move(next));
  }
  PathRef plan(double x, double y) override {
    auto path = CORBA::make_reference<TimedPath>();
    path->first(pose(0, 0, pose(x, 0, pose(x, y, nullptr))));
    path->seconds(path->length() / 0.5);
    return path;
  }
  bool is_closed(PoseRef first, PoseRef last) override { return first && first == last; }
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  register_path(orb);
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  auto id = poa->activate_object(CORBA::make_reference<Planner>());
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  orb->run();
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
