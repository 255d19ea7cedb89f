#pragma once
// Rejects QoS fields that a protocol's channels do not support yet.

#include <dimma/qos.hpp>

#include <span>
#include <string_view>

namespace dimma {

// Returns the error for a field that is not supported yet: "field 'wait': wait=spin is not supported by iiop over tcp",
// where `by` is "iiop over tcp".
QoSError not_assembled(const EngineeringQoS& qos, Field field, std::string_view by);

// Throws not_assembled() for the first field that differs from its default and is not in `assembled`.
void require_assembled(const EngineeringQoS& qos, std::span<const Field> assembled, std::string_view by);

}  // namespace dimma
