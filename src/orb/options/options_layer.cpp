#include "orb/options/options_layer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dimma::orb {

namespace {

// Returns true if both set the same option, so that only one of them takes effect.
bool is_same_thing(const SaidOption& one, const SaidOption& other) {
  if (one.option != other.option) return false;
  const Option* const option = find_option(one.option);
  const auto name_of = [](const SaidOption& said) { return said.value.substr(0, said.value.find('=')); };
  return option->repeats != Repeats::by_name || name_of(one) == name_of(other);
}

}  // namespace

OptionsLayer::OptionsLayer(Options& options)
    : options_(options),
      weaker_listen_(std::exchange(options.listen, {})),
      weaker_publish_(std::exchange(options.publish, {})) {}

void OptionsLayer::set(const Option& option, std::string_view name, const std::string& value, const std::string& from) {
  option.set(options_, name, value);
  SaidOption now{std::string(option.subject()), value, from};
  if (option.repeats != Repeats::adds) {
    std::erase_if(said_, [&](const SaidOption& before) { return is_same_thing(before, now); });
  }
  said_.push_back(std::move(now));
}

void OptionsLayer::end() {
  if (options_.listen.empty()) options_.listen = std::move(weaker_listen_);
  if (options_.publish.empty()) options_.publish = std::move(weaker_publish_);
  std::erase_if(options_.said, [this](const SaidOption& weaker) {
    return std::ranges::any_of(said_, [&](const SaidOption& now) { return is_same_thing(weaker, now); });
  });
  std::ranges::move(said_, std::back_inserter(options_.said));
}

}  // namespace dimma::orb
