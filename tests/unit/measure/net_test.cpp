#include "measure/net.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using measure::CostLine;
using measure::GrossNet;

// The worked example of "ORB Performance: Gross vs. Net": two ORBs and a socket program, without data and with 9 KB.
constexpr double octets = 9216;
constexpr GrossNet a_empty = {660, 440};
constexpr GrossNet b_empty = {1320, 440};
constexpr GrossNet a_large = {10'110, 9'480};
constexpr GrossNet b_large = {10'950, 9'480};

CostLine line_of(double empty_us, double large_us) { return measure::cost_line({{0, empty_us}, {octets, large_us}}); }
const CostLine socket_line = line_of(440, 9'480);
const CostLine a_net = measure::beyond(line_of(660, 10'110), socket_line);
const CostLine b_net = measure::beyond(line_of(1320, 10'950), socket_line);

TEST(GrossAndNet, OverheadIsTheShareOfNet) {
  EXPECT_DOUBLE_EQ(a_empty.net_us(), 220);
  EXPECT_DOUBLE_EQ(a_large.net_us(), 630);
  EXPECT_NEAR(a_empty.overhead_percent(), 33, 0.5);
  EXPECT_NEAR(a_large.overhead_percent(), 6, 0.5);
}

TEST(GrossAndNet, GrossTimesMislead) {
  EXPECT_DOUBLE_EQ(measure::slower_percent(a_empty.gross_us, b_empty.gross_us), 100);
  EXPECT_NEAR(measure::slower_percent(a_large.gross_us, b_large.gross_us), 8, 0.5);
}

TEST(GrossAndNet, NetTimesCompare) {
  EXPECT_DOUBLE_EQ(measure::slower_percent(a_empty.net_us(), b_empty.net_us()), 300);
  EXPECT_NEAR(measure::slower_percent(a_large.net_us(), b_large.net_us()), 130, 5);  // 133; the document says 130
}

TEST(GrossAndNet, PartsPerOctet) {
  EXPECT_NEAR(socket_line.per_octet_us, 0.981, 0.0005);
  EXPECT_NEAR(a_net.per_octet_us, 0.044, 0.0005);
  EXPECT_NEAR(b_net.per_octet_us, 0.064, 0.0005);
  EXPECT_NEAR(a_net.fixed_us, 220, 1e-9);
  EXPECT_NEAR(b_net.fixed_us, 880, 1e-9);
}

TEST(GrossAndNet, ComparesBothParts) {
  const auto compared = measure::compare_net(a_net, b_net);
  EXPECT_NEAR(compared.fixed_percent, 300, 1e-6);
  EXPECT_NEAR(compared.fixed_to_catch_up, 0.25, 1e-9);
  EXPECT_NEAR(compared.per_octet_to_catch_up, 0.69, 0.01);
  // The document rounds the parts to three places before it divides them.
  const auto rounded = measure::compare_net({220, 0.044}, {880, 0.064});
  EXPECT_NEAR(rounded.per_octet_percent, 45, 0.5);
  EXPECT_NEAR(compared.per_octet_percent, 44, 0.5);
}

TEST(GrossAndNet, ProjectsToATenTimesFasterNetwork) {
  const measure::Network faster{.octets_per_s = 10 / socket_line.per_octet_us * 1e6, .round_trip_us = {}};
  const CostLine there = faster.lower(socket_line);
  EXPECT_NEAR(there.at(octets), 1344, 1e-6);
  EXPECT_NEAR(measure::projected_us(a_large, octets, socket_line, there), 1974, 1e-6);
  EXPECT_NEAR(measure::projected_us(b_large, octets, socket_line, there), 2814, 1e-6);
  EXPECT_NEAR(measure::projected_us(a_empty, 0, socket_line, there), 660, 1e-6);
}

TEST(GrossAndNet, ProjectsToALongerWay) {
  const measure::Network far{.octets_per_s = {}, .round_trip_us = 2000};
  EXPECT_NEAR(measure::projected_us(a_empty, 0, socket_line, far.lower(socket_line)), 2220, 1e-6);
  EXPECT_FALSE(measure::Network{}.says_something());
}

TEST(CostLines, GoThroughManySizes) {
  const CostLine truth = {12, 0.003};
  std::vector<measure::SizedTime> times;
  for (const double size : {0.0, 64.0, 1024.0, 65'536.0, 4e6}) times.push_back({size, truth.at(size)});
  const CostLine found = measure::cost_line(times);
  EXPECT_NEAR(found.fixed_us, truth.fixed_us, 1e-6);
  EXPECT_NEAR(found.per_octet_us, truth.per_octet_us, 1e-9);
}

TEST(CostLines, NeedTwoSizes) {
  EXPECT_THROW(measure::cost_line({}), std::invalid_argument);
  EXPECT_THROW(measure::cost_line({{5, 1}, {5, 2}}), std::invalid_argument);
  EXPECT_THROW(measure::cost_line({{5, 0}, {6, 2}}), std::invalid_argument);
}

}  // namespace
