#include "orb/state/foreign_options.hpp"

#include "base/ascii.hpp"

#include <algorithm>

namespace dimma::orb {

namespace {

constexpr bool alone = false;  // takes no value
constexpr bool valued = true;
constexpr std::string_view nothing;
constexpr std::string_view endpoint = "--dimma-publish HOST says which address goes into references";

constexpr ForeignOption foreign_options[] = {
    // TAO
    {"-ORBCollocation", valued, nothing},
    {"-ORBDaemon", alone, nothing},
    {"-ORBDebug", alone, nothing},
    {"-ORBDebugLevel", valued, nothing},
    {"-ORBDottedDecimalAddresses", valued, endpoint},
    {"-ORBLogFile", valued, nothing},
    {"-ORBMulticastDiscoveryEndpoint", valued, "-ORBInitRef NameService=URL names the naming service"},
    {"-ORBNegotiateCodesets", valued, nothing},
    {"-ORBNodelay", valued, nothing},
    {"-ORBObjRefStyle", valued, nothing},
    {"-ORBPreferredInterfaces", valued, nothing},
    {"-ORBRcvSock", valued, "--dimma-qos socket=receive(OCTETS) sets the buffer"},
    {"-ORBSndSock", valued, "--dimma-qos socket=send(OCTETS) sets the buffer"},
    {"-ORBStdProfileComponents", valued, nothing},
    {"-ORBSvcConf", valued, "--dimma-qos TEXT configures channels"},
    {"-ORBSvcConfDirective", valued, "--dimma-qos TEXT configures channels"},
    {"-ORBVerboseLogging", valued, nothing},
    // omniORB
    {"-ORBclientCallTimeOutPeriod", valued, "--dimma-qos deadline=TIME limits calls"},
    {"-ORBconfigFile", valued, nothing},
    {"-ORBendPointPublish", valued, endpoint},
    {"-ORBgiopMaxMsgSize", valued, "--dimma-max-message OCTETS limits messages"},
    {"-ORBinConScanPeriod", valued, "--dimma-idle TIME closes idle connections"},
    {"-ORBmaxGIOPConnectionPerServer", valued, "--dimma-connections N limits them"},
    {"-ORBmaxGIOPVersion", valued, "--dimma-giop VERSION sets it"},
    {"-ORBmaxServerThreadPoolSize", valued, "--dimma-qos processing=pool(N) sets it"},
    {"-ORBnativeCharCodeSet", valued, nothing},
    {"-ORBoutConScanPeriod", valued, "--dimma-idle TIME closes idle connections"},
    {"-ORBstrictIIOP", valued, nothing},
    {"-ORBthreadPerConnectionPolicy", valued, nothing},
    {"-ORBtraceExceptions", valued, nothing},
    {"-ORBtraceFile", valued, nothing},
    {"-ORBtraceInvocations", valued, nothing},
    {"-ORBtraceLevel", valued, nothing},
    {"-ORBtraceThreadId", valued, nothing},
    {"-ORBtraceTime", valued, nothing},
    {"-ORBverifyObjectExistsAndType", valued, nothing},
};

}  // namespace

const ForeignOption* find_foreign_option(std::string_view name) noexcept {
  const auto is_it = [name](const ForeignOption& option) {
    return std::equal(name.begin(), name.end(), option.name.begin(), option.name.end(),
                      [](char one, char other) { return to_lower_ascii(one) == to_lower_ascii(other); });
  };
  const auto* const found = std::find_if(std::begin(foreign_options), std::end(foreign_options), is_it);
  return found == std::end(foreign_options) ? nullptr : found;
}

std::string warning_of(const ForeignOption& option, std::string_view as_given) {
  std::string text = "the option " + std::string(as_given) + " of another ORB does nothing";
  if (!option.instead.empty()) text += "; " + std::string(option.instead);
  return text;
}

}  // namespace dimma::orb
