#pragma once
// The ORB of a measuring process.

#include "client/access.hpp"

#include <string>
#include <vector>

namespace perf {

// Calls use TCP by default, as in SLAC's report.
inline constexpr const char* usual_qos = "transport=tcp,processing=nullTask,messages=1";

class OwnOrb {
 public:
  // `transport` is that of the simple gets, whose binding is implicit.
  explicit OwnOrb(const std::string& transport = "tcp") {
    std::vector<std::string> arguments{"--dimma-qos", "transport=" + transport};
    orb_ = CORBA::ORB_init(arguments, "aida_perf");
  }
  ~OwnOrb() {
    try {
      orb_->destroy();
    } catch (const CORBA::Exception&) {
      // The process ends anyway.
    }
  }
  OwnOrb(const OwnOrb&) = delete;
  OwnOrb& operator=(const OwnOrb&) = delete;
  const IDL::traits<CORBA::ORB>::ref_type& get() const noexcept { return orb_; }

 private:
  IDL::traits<CORBA::ORB>::ref_type orb_;
};

}  // namespace perf
