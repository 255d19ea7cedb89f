#pragma once
// The inspection of a running ORB (--dimma-inspect). The implementation is in the library dimma_inspect, which
// registers it when the program is loaded, so that the ORB does not depend on that library.

#include <dimma/orb.hpp>

#include <memory>
#include <string>

namespace dimma::orb {

struct InspectOptions;

// Answers requests while the object exists. The destructor waits for the answer in progress.
class Inspection {
 public:
  virtual ~Inspection() = default;
  // Returns the address of the page, or an empty string if only the object DimmaInspect::Inspector is offered.
  virtual const std::string& address() const noexcept = 0;

 protected:
  Inspection() = default;
  Inspection(const Inspection&) = delete;
  Inspection& operator=(const Inspection&) = delete;
};

// Throws CORBA::BAD_PARAM if an option cannot be honoured. The exception's text begins with that option.
using BeginInspection = std::unique_ptr<Inspection> (*)(const CORBA::object_reference<CORBA::ORB>& orb,
                                                        const InspectOptions& wanted);

// Called while the program is being loaded.
void offer_inspection(BeginInspection begin) noexcept;

}  // namespace dimma::orb
