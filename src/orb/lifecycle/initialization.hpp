#pragma once
// The initializers of a process, called for each ORB that is made.

#include <memory>
#include <string>
#include <vector>

namespace dimma::orb {

class OrbLifecycle;

// `arguments` are those that ORB_init has left. Throws what an initializer throws.
void initialize(const std::shared_ptr<OrbLifecycle>& lifecycle, const std::vector<std::string>& arguments);

}  // namespace dimma::orb
