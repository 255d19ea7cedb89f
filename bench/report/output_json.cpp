// report.json, which docs/guides/measuring.md describes.

#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/spread.hpp"
#include "report/output.hpp"

#include <array>
#include <sstream>
#include <string_view>

namespace bench {
namespace {

using measure::JsonWriter;

constexpr std::array<std::string_view, measure::figures.size()> figure_names = {
    "mean_us", "p50_us", "p99_us", "p999_us", "p9999_us", "max_us", "calls_per_s", "cpu_us"};

void write(JsonWriter& json, const measure::Summary& summary) {
  json.open_object();
  for (std::size_t i = 0; i < figure_names.size(); ++i) json.member(figure_names[i], summary.*measure::figures[i]);
  json.close_object();
}

void write(JsonWriter& json, const measure::Box& box) {
  json.open_object().member("low", box.low).member("first", box.first).member("median", box.median);
  json.member("third", box.third).member("high", box.high).member("outside", box.outside).close_object();
}

void write_median(JsonWriter& json, const char* name, const std::vector<double>& values) {
  if (values.empty()) return;
  const auto between = measure::median_interval(values);
  json.key(name).open_object().member("median", measure::median(values));
  json.member("low", between.low).member("high", between.high).close_object();
}

// Times are per thousand octets, because the three decimals would not show the time of a single octet.
void write_line(JsonWriter& json, const char* name, const measure::CostLine& line) {
  json.key(name).open_object().member("fixed_us", line.fixed_us);
  json.member("per_1000_octets_us", line.per_octet_us * 1000).close_object();
}

void write_net(JsonWriter& json, const Study& experiment, const Series& series, const Sample& sample,
               const measure::Network& network) {
  const auto net = net_of_turns(experiment, series, sample);
  if (net.empty()) return;
  write_median(json, "net_us", net);
  const double gross_us = measure::median(sample.each_turn(&measure::Summary::p50_us));
  const measure::GrossNet parts{gross_us, gross_us - measure::median(net)};
  json.member("lower_us", parts.lower_us).member("overhead_percent", parts.overhead_percent());
  const auto lower = line_of(*experiment.find(series.lower));
  if (!experiment.by_octets || !lower || !network.says_something()) return;
  json.member("projected_us", measure::projected_us(parts, sample.x, *lower, network.lower(*lower)));
}

void write(JsonWriter& json, const Study& experiment, const Series& series, const Sample& sample,
           const measure::Network& network) {
  json.open_object().member("x", sample.x).member("steady", sample.steady);
  if (!sample.turns.empty()) {
    json.key("typical");
    write(json, measure::median_of(sample.turns));
    write_median(json, "p50_us", sample.each_turn(&measure::Summary::p50_us));
    write_median(json, "average_us", sample.each_turn(&measure::Summary::mean_us));
    write_median(json, "calls_per_s", sample.each_turn(&measure::Summary::calls_per_s));
    json.key("turns_box");
    write(json, measure::box_of(sample.each_turn(&measure::Summary::p50_us)));
    json.key("average_box");
    write(json, measure::box_of(sample.each_turn(&measure::Summary::mean_us)));
    write_net(json, experiment, series, sample, network);
  }
  for (const auto& [name, value] : sample.more) json.member(name, value);
  json.key("turns").open_array();
  for (const auto& turn : sample.turns) write(json, turn);
  json.close_array();
  if (sample.spread && sample.spread->count() > 0) {
    json.key("calls_box");
    write(json, measure::box_of(*sample.spread));
    json.key("spread_ns").open_array();
    for (const auto& [lower, count] : sample.spread->classes()) {
      json.value(std::to_string(lower) + ':' + std::to_string(count));
    }
    json.close_array();
  }
  json.close_object();
}

void write(JsonWriter& json, const Study& experiment, const Series& series, const measure::Network& network) {
  json.open_object().member("name", series.name).member("kind", text_of(series.kind));
  json.member("lower", series.lower).member("failure", series.failure);
  if (experiment.by_octets) {
    if (const auto gross = line_of(series)) write_line(json, "line", *gross);
    if (const auto net = net_line_of(experiment, series)) write_line(json, "net_line", *net);
  }
  json.key("samples").open_array();
  for (const Sample& sample : series.samples) write(json, experiment, series, sample, network);
  json.close_array().close_object();
}

// A part of two ORBs' net times. It is left out if noise has made one of them zero or less.
void write_part(JsonWriter& json, const char* name, double one, double other, double slower_percent,
                double to_catch_up) {
  if (!(one > 0) || !(other > 0)) return;
  json.key(name)
      .open_object()
      .member("slower_percent", slower_percent)
      .member("to_catch_up", to_catch_up)
      .close_object();
}

void write_comparisons(JsonWriter& json, const Study& experiment) {
  json.key("compared").open_array();
  for (const auto& [type, one, other, net_of_one, net_of_other] : orbs_compared(experiment)) {
    const auto compared = measure::compare_net(net_of_one, net_of_other);
    json.open_object().member("type", type).member("one", one).member("other", other);
    write_part(json, "fixed", net_of_one.fixed_us, net_of_other.fixed_us, compared.fixed_percent,
               compared.fixed_to_catch_up);
    write_part(json, "per_octet", net_of_one.per_octet_us, net_of_other.per_octet_us, compared.per_octet_percent,
               compared.per_octet_to_catch_up);
    json.close_object();
  }
  json.close_array();
}

void write(JsonWriter& json, const Study& experiment, const measure::Network& network) {
  json.open_object().member("name", experiment.name).member("title", experiment.title);
  json.member("question", experiment.question).member("axis", experiment.axis);
  json.member("by_octets", experiment.by_octets).member("complete", experiment.complete);
  json.member("took_s", experiment.took_s).member("failure", experiment.failure).key("plots").open_array();
  for (const auto& plot : experiment.plots) json.value(plot);
  json.close_array();
  if (experiment.by_octets) write_comparisons(json, experiment);
  json.key("series").open_array();
  for (const Series& series : experiment.series) write(json, experiment, series, network);
  json.close_array().close_object();
}

void write_head(JsonWriter& json, const Results& results) {
  json.member("format", "dimma-bench report").member("version", std::size_t{1});
  json.member("quick", results.quick).member("whole", results.whole).member("began", results.began);
  json.member("took_s", results.took_s).member("others_share", results.others_share);
  json.member("machine", measure::describe_machine()).member("harness_ns", results.harness_ns);
  if (results.network.says_something()) {
    json.key("network").open_object();
    if (results.network.octets_per_s) json.member("octets_per_s", *results.network.octets_per_s);
    if (results.network.round_trip_us) json.member("round_trip_us", *results.network.round_trip_us);
    json.close_object();
  }
  json.key("warnings").open_array();
  for (const auto& warning : results.warnings) json.value(warning);
  json.close_array().key("missing").open_array();
  for (const auto& [name, why] : results.missing)
    json.open_object().member("name", name).member("why", why).close_object();
  json.close_array();
}

}  // namespace

std::string json_of(const Results& results) {
  std::ostringstream out;
  JsonWriter json(out);
  json.open_object();
  write_head(json, results);
  json.key("experiments").open_array();
  for (const Study& experiment : results.experiments) write(json, experiment, results.network);
  json.close_array().close_object();
  return out.str();
}

}  // namespace bench
