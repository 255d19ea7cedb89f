#pragma once
/// Used by a generated skeleton to serve a call. Internal to dimma; applications do not need it.

#include <cstddef>

namespace dimma {

class ServerRequest;

namespace classic {

class Input;
class Output;

/// A request being served. Lives on the serving thread's stack for the duration of the upcall, and is used only by that
/// thread.
class ServerRequest {
 public:
  /// For the library: serves `request`, whose arguments `arguments` reads. Both must outlive this object.
  ServerRequest(::dimma::ServerRequest& request, Input& arguments);

  /// Returns the operation's name, which has operation_size() characters and no zero at its end; a view into the
  /// message.
  const char* operation() const { return operation_; }
  std::size_t operation_size() const { return operation_size_; }

  /// Returns the stream of the arguments.
  Input& arguments() { return arguments_; }

  /// Replies without results. A oneway does not reply. Errors after this call are COMPLETED_YES.
  void reply();
  /// Replies with the results that `write(Output&)` writes.
  template <class Write>
  void reply(const Write& write) {
    reply_by(&write_by<Write>, &write);
  }
  /// Like reply(), for results that may be long: they can be sent from their own memory, and while they are being
  /// written. `write` may be called twice.
  template <class Write>
  void reply_in_parts(const Write& write) {
    reply_in_parts_by(&write_by<Write>, &write);
  }

  /// For the library: returns the request of the modern mapping.
  ::dimma::ServerRequest& modern() { return request_; }

 private:
  typedef void (*Writer)(const void* write, Output& out);
  template <class Write>
  static void write_by(const void* write, Output& out) {
    (*static_cast<const Write*>(write))(out);
  }
  void reply_by(Writer writer, const void* write);
  void reply_in_parts_by(Writer writer, const void* write);

  ServerRequest(const ServerRequest&);  // not defined
  ServerRequest& operator=(const ServerRequest&);

  ::dimma::ServerRequest& request_;
  Input& arguments_;
  const char* operation_;
  std::size_t operation_size_;
};

}  // namespace classic
}  // namespace dimma
