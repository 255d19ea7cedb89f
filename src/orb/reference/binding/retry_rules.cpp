#include "orb/reference/binding/retry_rules.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

bool may_be_tried_elsewhere(const CORBA::SystemException& exception) noexcept {
  if (exception.completed() != CORBA::COMPLETED_NO) return false;
  return dynamic_cast<const CORBA::TRANSIENT*>(&exception) != nullptr ||
         dynamic_cast<const CORBA::COMM_FAILURE*>(&exception) != nullptr;
}

bool may_do_by_another_profile(const CORBA::SystemException& exception) noexcept {
  return may_be_tried_elsewhere(exception) || dynamic_cast<const CORBA::INV_OBJREF*>(&exception) != nullptr;
}

bool was_too_short(const CORBA::SystemException& exception, Deadline until, Deadline deadline) noexcept {
  return until < deadline && exception.completed() == CORBA::COMPLETED_NO &&
         dynamic_cast<const CORBA::TIMEOUT*>(&exception) != nullptr;
}

bool connection_was_closed(const CORBA::SystemException& exception) noexcept {
  switch (exception.minor()) {
    case minor::transient_connection_lost:
    case minor::transient_closed_by_peer:
    case minor::transient_no_channel:
    case minor::comm_failure_closed_by_peer:
    case minor::comm_failure_connection_lost:
      return true;
    default:
      return false;
  }
}

bool is_gone(const CORBA::SystemException& exception) noexcept {
  return exception.completed() == CORBA::COMPLETED_NO &&
         dynamic_cast<const CORBA::OBJECT_NOT_EXIST*>(&exception) != nullptr;
}

}  // namespace dimma::orb
