#pragma once
// Watches a datum, by the best way that its provider supports.

#include "client/access.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace aida {

enum class Way { any, buffer, flow, polling };
const char* name_of(Way way) noexcept;
// Throws std::invalid_argument, with the names of the ways.
Way way_named(const std::string& name);

struct Watching {
  std::string name;
  Parameters parameters;
  std::chrono::milliseconds period{100};
  Way way = Way::any;
};

// Samples of a datum. May be used by one thread at a time.
class Samples {
 public:
  virtual ~Samples() = default;
  virtual Way way() const noexcept = 0;
  // Reads the next sample, which may equal the previous one. Returns false if there is none within `patience`.
  virtual bool next(Aida::Sample& sample, std::chrono::milliseconds patience) = 0;
};

// Throws the exceptions of Access::find() and of a get, and Error if the requested way is not available.
std::unique_ptr<Samples> watch(Access& access, const Watching& what);

}  // namespace aida
