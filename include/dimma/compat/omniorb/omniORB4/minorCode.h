#pragma once
/// omniORB's names of minor codes, for those that have an equivalent. Each has the value that dimma's ORB uses
/// (docs/reference/minor-codes.md), which differs from omniORB's unless the OMG assigns it: a code in an exception that
/// a server with omniORB has raised itself does not equal one of those below.

namespace omni {

enum UNKNOWN_minor { UNKNOWN_UserException = 0x4f4d0001, UNKNOWN_SystemException = 0x4f4d0002 };

enum BAD_PARAM_minor {
  BAD_PARAM_BadSchemeName = 0x4f4d0007,
  BAD_PARAM_BadAddress = 0x4f4d0008,
  BAD_PARAM_BadSchemeSpecificPart = 0x4f4d0009,
  BAD_PARAM_BadURIOther = 0x4f4d000a,
  BAD_PARAM_InvalidObjectId = 0x4f4d000e,
  BAD_PARAM_RegisterNilObject = 0x4f4d001b,
  BAD_PARAM_DuplicatePolicyType = 0x4f4d001e
};

enum COMM_FAILURE_minor { COMM_FAILURE_WaitingForReply = 0x444d0040 };

enum INV_OBJREF_minor { INV_OBJREF_InvokeOnNilObjRef = 0x444d0060 };

enum MARSHAL_minor {
  MARSHAL_LocalObject = 0x4f4d0004,
  MARSHAL_PassEndOfMessage = 0x444d0001,
  MARSHAL_MessageSizeExceedLimit = 0x444d0021
};

enum INITIALIZE_minor { INITIALIZE_TransportError = 0x444d004b };

enum NO_IMPLEMENT_minor { NO_IMPLEMENT_Unsupported = 0x444d0086 };

enum BAD_OPERATION_minor { BAD_OPERATION_UnRecognisedOperationName = 0x4f4d0002 };

enum BAD_INV_ORDER_minor {
  BAD_INV_ORDER_WouldDeadLock = 0x4f4d0003,
  BAD_INV_ORDER_ORBHasShutdown = 0x4f4d0004,
  BAD_INV_ORDER_ServantManagerAlreadySet = 0x4f4d0006,
  BAD_INV_ORDER_POACreationDuringDestruction = 0x4f4d0011
};

enum TRANSIENT_minor {
  TRANSIENT_POANoResource = 0x4f4d0001,
  TRANSIENT_NoUsableProfile = 0x4f4d0002,
  TRANSIENT_POADestroyed = 0x4f4d0004,
  TRANSIENT_ConnectFailed = 0x444d0044,
  TRANSIENT_ConnectionClosed = 0x444d0046
};

enum OBJ_ADAPTER_minor {
  OBJ_ADAPTER_POAUnknownAdapter = 0x4f4d0001,
  OBJ_ADAPTER_NoDefaultServant = 0x4f4d0003,
  OBJ_ADAPTER_NoServantManager = 0x4f4d0004,
  OBJ_ADAPTER_WrongIncarnatePolicy = 0x4f4d0005
};

enum DATA_CONVERSION_minor { DATA_CONVERSION_CannotMapChar = 0x4f4d0001 };

enum OBJECT_NOT_EXIST_minor { OBJECT_NOT_EXIST_NoMatch = 0x444d0083 };

enum TIMEOUT_minor { TIMEOUT_CallTimedOutOnClient = 0x444d0048 };

}  // namespace omni
