#pragma once
// Canned data, like those of the report's test servers, so that only the path between provider and client is measured.

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

// The most longs that a client may request.
inline constexpr std::size_t longs_max = 16'000'000;

}  // namespace aida
