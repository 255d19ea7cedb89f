#pragma once
// Canned data, as those of the report's test servers: what is measured is what lies between provider and client.

#include "provider/canned_source.hpp"

namespace aida {

// The report's DpTestServer: a datum of each type, and arrays of any length.
class TestSource final : public CannedSource {
 public:
  TestSource();
};

// The report's DpTestHistServer: histories as a struct in an any, and arrays of longs.
class HistorySource final : public CannedSource {
 public:
  HistorySource();
};

// So many longs a client may ask for.
inline constexpr std::size_t longs_max = 16'000'000;

}  // namespace aida
