#pragma once
// The implementation of Robot::Path, which both programs share.

#include "robot.hpp"

#include <cmath>
#include <dimma/orb.hpp>

class Path : public virtual IDL::traits<Robot::Path>::obv_type {
 public:
  Path() = default;
  explicit Path(CORBA::valuetype_reference<Robot::Pose> start) { first(std::move(start)); }

  double length() override {
    double sum = 0;
    for (auto pose = first(); pose && pose->next(); pose = pose->next()) {
      sum += std::hypot(pose->next()->x() - pose->x(), pose->next()->y() - pose->y());
    }
    return sum;
  }
};

// Creates an empty Path when one is received; its state is then read into it.
class PathFactory : public IDL::traits<Robot::Path>::factory_type {
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override { return CORBA::make_reference<Path>(); }
};

inline void register_path(const CORBA::object_reference<CORBA::ORB>& orb) {
  auto factory = CORBA::make_reference<PathFactory>();
  orb->register_value_factory(factory->_obv_repository_id(), factory);
}
