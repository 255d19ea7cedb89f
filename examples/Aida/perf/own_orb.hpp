#pragma once
// The ORB of a measuring process, which ends with it.

#include "client/access.hpp"

#include <string>
#include <vector>

namespace perf {

// Calls go by TCP unless something else is asked for, as they did in the report.
inline constexpr const char* usual_qos = "transport=tcp,processing=nullTask,messages=1";

class OwnOrb {
 public:
  // `transport`: of the simple gets, whose binding is implicit.
  explicit OwnOrb(const std::string& transport = "tcp") {
    std::vector<std::string> arguments{"--dimma-qos", "transport=" + transport};
    orb_ = CORBA::ORB_init(arguments, "aida_perf");
  }
  ~OwnOrb() {
    try {
      orb_->destroy();
    } catch (const CORBA::Exception&) {
      // The process ends next.
    }
  }
  OwnOrb(const OwnOrb&) = delete;
  OwnOrb& operator=(const OwnOrb&) = delete;
  const IDL::traits<CORBA::ORB>::ref_type& get() const noexcept { return orb_; }

 private:
  IDL::traits<CORBA::ORB>::ref_type orb_;
};

}  // namespace perf
