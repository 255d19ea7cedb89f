#pragma once
// Refuses a QoS with which a protocol's channels are not made.

#include <dimma/qos.hpp>

#include <span>
#include <string_view>

namespace dimma {

// Returns the refusal of a field with which a channel can't be made yet:
// "field 'wait': wait=spin is not assembled yet by iiop over tcp", where `by` is "iiop over tcp".
QoSError not_assembled(const EngineeringQoS& qos, Field field, std::string_view by);

// Throws not_assembled() for the first field that differs from its default and is not among `assembled`.
void require_assembled(const EngineeringQoS& qos, std::span<const Field> assembled, std::string_view by);

}  // namespace dimma
