#pragma once
/// The functions and classes of omniORB's own namespace that have an equivalent. docs/coming-from/omniorb.md lists
/// those that have none.

#include <omniORB4/logger.h>
#include <dimma/classic/object.hpp>
#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/types.hpp>

namespace omniORB {

/// Return the version of omniORB whose interface these headers follow: "4.2.5" and 0x040205f1.
const char* versionString();
::dimma::classic::CORBA::ULong versionHex();

/// Limits the calls of all ORBs of the process, those that exist and those that are initialized later: a call that
/// takes longer throws CORBA::TIMEOUT. 0 means no limit. Sets a RelativeRoundtripTimeoutPolicy of each ORB, which
/// counts if neither the reference nor the thread has one.
void setClientCallTimeout(::dimma::classic::CORBA::ULong milliseconds);
/// Limits the calls through this reference, and through those that are duplicated from it; 0 means no limit of its own.
/// Other threads must not use the reference meanwhile. Throws INV_OBJREF for nil, NO_IMPLEMENT for a local object.
void setClientCallTimeout(::dimma::classic::CORBA::Object* object, ::dimma::classic::CORBA::ULong milliseconds);
/// Limits the calls of the calling thread, by the ORBs that exist; 0 means no limit of its own. Counts if the reference
/// has no limit; in omniORB it counts even then.
void setClientThreadCallTimeout(::dimma::classic::CORBA::ULong milliseconds);
/// Limits the time that connecting may take, for ORBs that are initialized later, unless their arguments have the
/// option
/// --dimma-connect-timeout. An ORB that exists keeps its limit: if there is one, do_logs() says so.
void setClientConnectTimeout(::dimma::classic::CORBA::ULong milliseconds);

/// omniORB throws it when it finds an error of its own. dimma never does; it is here so that handlers compile.
class fatalException {
 public:
  fatalException(const char* file, int line, const char* message) : file_(file), line_(line), message_(message) {}

  const char* file() const { return file_; }
  int line() const { return line_; }
  const char* errmsg() const { return message_; }

 private:
  const char* file_;
  int line_;
  const char* message_;
};

}  // namespace omniORB
