#pragma once
// Watching a datum, by the best way that there is to its provider.

#include "client/access.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace aida {

enum class Way { any, buffer, flow, polling };
const char* name_of(Way way) noexcept;
// Throws std::invalid_argument, with the ways that there are.
Way way_named(const std::string& name);

struct Watching {
  std::string name;
  Parameters parameters;
  std::chrono::milliseconds period{100};
  Way way = Way::any;
};

// Samples of a datum. One thread's at a time.
class Samples {
 public:
  virtual ~Samples() = default;
  virtual Way way() const noexcept = 0;
  // The next one, which may be the same as the one before. False: none within `patience`.
  virtual bool next(Aida::Sample& sample, std::chrono::milliseconds patience) = 0;
};

// Throws what Access::find() and a get throw, and Error if the way that is asked for does not exist.
std::unique_ptr<Samples> watch(Access& access, const Watching& what);

}  // namespace aida
