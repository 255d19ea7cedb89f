#pragma once
// Options come in layers: those of the config file, of the environment, and of the command line.

#include "orb/options/option_table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dimma::orb {

// Sets the options of one layer over those of the weaker ones. A list replaces the list of a weaker layer.
class OptionsLayer {
 public:
  // The options must outlive it.
  explicit OptionsLayer(Options& options);
  OptionsLayer(const OptionsLayer&) = delete;
  OptionsLayer& operator=(const OptionsLayer&) = delete;

  // `name` is the option's name in errors, `from` the place where it was given. Throws CORBA::BAD_PARAM.
  void set(const Option& option, std::string_view name, const std::string& value, const std::string& from);
  // Called when the layer is complete.
  void end();

 private:
  Options& options_;
  std::vector<channel::ListenAddress> weaker_listen_;
  std::vector<channel::ListenAddress> weaker_publish_;
  std::vector<SaidOption> said_;
};

}  // namespace dimma::orb
