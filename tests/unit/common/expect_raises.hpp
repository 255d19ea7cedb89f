#pragma once
// Expects a system exception by its minor code.

#include <gtest/gtest.h>

#include <cstdint>

// Expects `statement` to throw Exception with that minor code.
#define EXPECT_RAISES(statement, Exception, minor_code)                                    \
  try {                                                                                    \
    statement;                                                                             \
    ADD_FAILURE() << #statement " threw nothing";                                          \
  } catch (const Exception& raised) {                                                      \
    EXPECT_EQ(raised.minor(), static_cast<std::uint32_t>(minor_code)) << raised._detail(); \
  }
