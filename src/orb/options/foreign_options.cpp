#include "orb/options/foreign_options.hpp"

#include "base/text/ascii.hpp"

#include <algorithm>

namespace dimma::orb {

namespace {

constexpr bool alone = false;  // takes no value
constexpr bool valued = true;
constexpr std::string_view nothing;
constexpr std::string_view endpoint = "--dimma-publish HOST sets the address in references";

constexpr ForeignOption foreign_options[] = {
    // TAO
    {"-ORBCollocation", valued, nothing},
    {"-ORBDaemon", alone, nothing},
    {"-ORBDebug", alone, nothing},
    {"-ORBDebugLevel", valued, nothing},
    {"-ORBDottedDecimalAddresses", valued, endpoint},
    {"-ORBLogFile", valued, "--dimma-log-file FILE appends the log to it"},
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
    // omniORB 4.2, as listed by its -ORBhelp
    {"-ORBabortOnInternalError", valued, nothing},
    {"-ORBabortOnNativeException", valued, nothing},
    {"-ORBacceptBiDirectionalGIOP", valued, "--dimma-bidirectional accept does it"},
    {"-ORBacceptMisalignedTcIndirections", valued, nothing},
    {"-ORBbootstrapAgentHostname", valued, nothing},
    {"-ORBbootstrapAgentPort", valued, nothing},
    {"-ORBclientCallTimeOutPeriod", valued, "--dimma-qos deadline=TIME limits calls"},
    {"-ORBclientConnectTimeOutPeriod", valued, "--dimma-connect-timeout TIME limits connecting"},
    {"-ORBclientTransportRule", valued, nothing},
    {"-ORBconfigFile", valued, "--dimma-config FILE names a file of options"},
    {"-ORBconnectionWatchImmediate", valued, nothing},
    {"-ORBconnectionWatchPeriod", valued, nothing},
    {"-ORBcopyValuesInLocalCalls", valued, nothing},
    {"-ORBdefaultCharCodeSet", valued, nothing},
    {"-ORBdefaultWCharCodeSet", valued, nothing},
    {"-ORBdiiThrowsSysExceptions", valued, nothing},
    {"-ORBdumpConfiguration", valued, nothing},
    {"-ORBendPointNoListen", valued, endpoint},
    {"-ORBendPointNoPublish", valued, endpoint},
    {"-ORBendPointPublish", valued, endpoint},
    {"-ORBendPointPublishAllIFs", valued, endpoint},
    {"-ORBgiopMaxMsgSize", valued, "--dimma-max-message OCTETS limits messages"},
    {"-ORBgiopTargetAddressMode", valued, nothing},
    {"-ORBhelp", alone, "--dimma-help lists the options"},
    {"-ORBidleThreadTimeout", valued, nothing},
    {"-ORBimmediateAddressSwitch", valued, nothing},
    {"-ORBinConScanPeriod", valued, "--dimma-idle TIME closes idle connections"},
    {"-ORBlcdMode", valued, nothing},
    {"-ORBlistenBacklog", valued, nothing},
    {"-ORBmaxClientThreadPoolSize", valued, nothing},
    {"-ORBmaxGIOPConnectionPerServer", valued, "--dimma-connections N limits them"},
    {"-ORBmaxGIOPVersion", valued, "--dimma-giop VERSION sets it"},
    {"-ORBmaxInterleavedCallsPerConnection", valued, "--dimma-qos messages=N limits them"},
    {"-ORBmaxServerThreadPerConnection", valued, "--dimma-qos messages=N limits them"},
    {"-ORBmaxServerThreadPoolSize", valued, "--dimma-qos processing=pool(N) sets it"},
    {"-ORBmaxSocketRecv", valued, nothing},
    {"-ORBmaxSocketSend", valued, nothing},
    {"-ORBnativeCharCodeSet", valued, "--dimma-code-set NAME sets it"},
    {"-ORBnativeWCharCodeSet", valued, nothing},
    {"-ORBobjectTableSize", valued, nothing},
    {"-ORBofferBiDirectionalGIOP", valued, "--dimma-bidirectional offer does it"},
    {"-ORBoneCallPerConnection", valued, nothing},
    {"-ORBoutConScanPeriod", valued, "--dimma-idle TIME closes idle connections"},
    {"-ORBpoaHoldRequestTimeout", valued, nothing},
    {"-ORBpoaUniquePersistentSystemIds", valued, nothing},
    {"-ORBprincipal", valued, nothing},
    {"-ORBresetTimeOutOnRetries", valued, nothing},
    {"-ORBresolveNamesForTransportRules", valued, nothing},
    {"-ORBretainAddressOrder", valued, nothing},
    {"-ORBscanGranularity", valued, nothing},
    {"-ORBserverCallTimeOutPeriod", valued, nothing},
    {"-ORBserverTransportRule", valued, nothing},
    {"-ORBsocketSendBuffer", valued, "--dimma-qos socket=send(OCTETS) sets the buffer"},
    {"-ORBstrictIIOP", valued, nothing},
    {"-ORBsupportBootstrapAgent", valued, nothing},
    {"-ORBsupportCurrent", valued, nothing},
    {"-ORBsupportPerThreadTimeOut", valued, nothing},
    {"-ORBtcAliasExpand", valued, nothing},
    {"-ORBthreadPerConnectionLowerLimit", valued, nothing},
    {"-ORBthreadPerConnectionPolicy", valued, nothing},
    {"-ORBthreadPerConnectionUpperLimit", valued, nothing},
    {"-ORBthreadPoolWatchConnection", valued, nothing},
    {"-ORBthrowTransientOnTimeOut", valued, nothing},
    {"-ORBtraceExceptions", valued, nothing},
    {"-ORBtraceFile", valued, "--dimma-log-file FILE appends the log to it"},
    {"-ORBtraceInvocationReturns", valued, nothing},
    {"-ORBtraceInvocations", valued, nothing},
    {"-ORBtraceLevel", valued, nothing},
    {"-ORBtraceLocking", valued, nothing},
    {"-ORBtraceThreadId", valued, nothing},
    {"-ORBtraceTime", valued, nothing},
    {"-ORBunixTransportDirectory", valued, nothing},
    {"-ORBunixTransportPermission", valued, nothing},
    {"-ORBuseTypeCodeIndirections", valued, nothing},
    {"-ORBvalidateUTF8", valued, nothing},
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
  std::string text = "the option " + std::string(as_given) + " of another ORB has no effect";
  if (!option.instead.empty()) text += "; " + std::string(option.instead);
  return text;
}

}  // namespace dimma::orb
