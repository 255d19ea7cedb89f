#pragma once
// The common part of both ends of ZeroC Ice.

#include <Ice/Ice.h>

namespace ice {

// A communicator without a limit to the size of messages.
inline std::shared_ptr<Ice::Communicator> initialize() {
  Ice::InitializationData data;
  data.properties = Ice::createProperties();
  data.properties->setProperty("Ice.MessageSizeMax", "0");
  return Ice::initialize(data);
}

}  // namespace ice
