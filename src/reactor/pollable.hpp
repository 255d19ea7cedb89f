#pragma once
// A source of events that can be waited for together with others.

namespace dimma::reactor {

class Pollable {
 public:
  virtual ~Pollable() = default;
  Pollable(const Pollable&) = delete;
  Pollable& operator=(const Pollable&) = delete;

  // A file descriptor that polls readable, after prepare_poll(), while the source has something to receive. Owned by
  // the source.
  virtual int handle() const noexcept = 0;

  // Called each time before the handle is polled or armed in a poller. Returns true if the handle will poll readable as
  // soon as the source has something to receive. Returns false if the source has something already, which the handle
  // need not show.
  virtual bool prepare_poll() noexcept = 0;

 protected:
  Pollable() = default;
};

}  // namespace dimma::reactor
