#pragma once
// The common part of both ends of ZeroC Ice.

#include <Ice/Ice.h>

namespace ice {

// Messages may be as long as they are.
inline std::shared_ptr<Ice::Communicator> initialize() {
  Ice::InitializationData data;
  data.properties = Ice::createProperties();
  data.properties->setProperty("Ice.MessageSizeMax", "0");
  return Ice::initialize(data);
}

}  // namespace ice
