#pragma once
// Options come from three layers: the config file, the environment and the command line.

#include "orb/options/option_table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

// Sets the options of one layer, which override those of weaker layers. A list replaces the list of a weaker layer.
class OptionsLayer {
 public:
  // `options` must outlive the layer.
  explicit OptionsLayer(Options& options);
  OptionsLayer(const OptionsLayer&) = delete;
  OptionsLayer& operator=(const OptionsLayer&) = delete;

  // `name` is the option's name for error messages, and `from` the place where it was given. Throws CORBA::BAD_PARAM.
  void set(const Option& option, std::string_view name, const std::string& value, const std::string& from);
  // Called after the last option of the layer.
  void end();

 private:
  Options& options_;
  std::vector<channel::ListenAddress> weaker_listen_;
  std::vector<channel::ListenAddress> weaker_publish_;
  std::vector<SaidOption> said_;
};

}  // namespace dimma::orb
