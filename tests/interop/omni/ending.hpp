#pragma once
// How a program of omniORB ends.

#include <omniORB4/CORBA.h>

#include <cstdlib>
#include <iostream>

namespace classic {

// True if the program uses TLS; set by use_tls().
inline bool speaks_tls = false;

// The last use of the ORB in `main`. A program with TLS does not destroy its ORB: omniORB 4.2 shuts connections down in
// one thread while others read from them, and OpenSSL cleans up before those threads have ended. Either occasionally
// crashes a peer whose test has passed.
inline int end(CORBA::ORB_ptr orb, int status) {
  if (speaks_tls) {
    std::cout.flush();
    std::_Exit(status);
  }
  orb->destroy();
  return status;
}

}  // namespace classic
