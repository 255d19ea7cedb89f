#pragma once
/// The base of the skeletons of all reply handlers.

#include <dimma/portable_server.hpp>
#include <dimma/reply_handler.hpp>

namespace POA_Messaging {

/// The skeleton of interface Messaging::ReplyHandler.
class _skeleton_ReplyHandler : public virtual PortableServer::Servant,
                               public virtual Messaging::ReplyHandler::_operations_type {
 public:
  using _ref_type = CORBA::servant_reference<_skeleton_ReplyHandler>;

  CORBA::object_reference<Messaging::ReplyHandler> _this();
  bool _is_a(const std::string& id) override;
  std::string _repository_id() override;
  bool _dispatch(dimma::ServerRequest& request) override;
  void* _operations(const dimma::InterfaceTag* tag) noexcept override;
  const dimma::InterfaceTag* _most_derived_interface() const noexcept override;

 protected:
  _skeleton_ReplyHandler() = default;
  ~_skeleton_ReplyHandler() override = default;
};
using ReplyHandler = _skeleton_ReplyHandler;

}  // namespace POA_Messaging

template <>
struct CORBA::servant_traits<Messaging::ReplyHandler>
    : dimma::skeleton_traits<Messaging::ReplyHandler, POA_Messaging::ReplyHandler> {};
