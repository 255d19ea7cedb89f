#pragma once
// Operations of the classic mapping as the runtime takes them.

#include <dimma/classic/call.hpp>
#include <dimma/generated/operation.hpp>

namespace dimma::classic {

// Returns the modern description of the operation, which is made by the first call and never destroyed. Thread-safe.
const dimma::Operation& prepared(const Operation& operation);

}  // namespace dimma::classic
