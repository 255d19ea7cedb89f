#pragma once
// The inspection of a running ORB (--dimma-inspect). The ORB is not linked with it: the library dimma_inspect offers it
// when it is loaded.

#include <dimma/orb.hpp>

#include <memory>
#include <string>

namespace dimma::orb {

struct InspectOptions;

// Answers as long as it exists. Its destructor waits for the answer in progress.
class Inspection {
 public:
  virtual ~Inspection() = default;
  // The address of the page; empty if there is only the object.
  virtual const std::string& address() const noexcept = 0;

 protected:
  Inspection() = default;
  Inspection(const Inspection&) = delete;
  Inspection& operator=(const Inspection&) = delete;
};

// Throws CORBA::BAD_PARAM if an option can't be met; the text of the exception begins with that option.
using BeginInspection = std::unique_ptr<Inspection> (*)(const CORBA::object_reference<CORBA::ORB>& orb,
                                                        const InspectOptions& wanted);

// Called while the program is loaded.
void offer_inspection(BeginInspection begin) noexcept;

}  // namespace dimma::orb
