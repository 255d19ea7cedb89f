#pragma once
// The registered ORB initializers of the process, which are called for each ORB that is created.

#include <memory>
#include <string>
#include <vector>

namespace dimma::orb {

class OrbLifecycle;

// `arguments` are those that ORB_init has not removed. Throws what an initializer throws.
void initialize(const std::shared_ptr<OrbLifecycle>& lifecycle, const std::vector<std::string>& arguments);

}  // namespace dimma::orb
