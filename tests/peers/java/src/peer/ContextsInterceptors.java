package peer;

import java.nio.charset.StandardCharsets;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.LocalObject;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitializer;
import org.omg.PortableInterceptor.ORBInitInfoPackage.DuplicateName;
import org.omg.PortableInterceptor.ServerRequestInfo;
import org.omg.PortableInterceptor.ServerRequestInterceptor;

/** Interceptors that send and receive the service contexts of contexts.idl's tests; the ORB makes one when it starts. */
public final class ContextsInterceptors extends LocalObject implements ORBInitializer {
  static final String FROM_CLIENT = "from the client";
  private static final int OF_REQUEST = 0x44495450;
  private static final int OF_REPLY = 0x44495451;

  /** The context of the last reply; empty for none. */
  static volatile String came = "";
  /** The context of the request that this thread serves: GlassFish's ORB does not pass on slots that an interceptor sets. */
  static final ThreadLocal<String> SEEN = ThreadLocal.withInitial(() -> "");

  @Override public void pre_init(ORBInitInfo info) { }

  @Override public void post_init(ORBInitInfo info) {
    try {
      info.add_client_request_interceptor(new Stamp());
      info.add_server_request_interceptor(new Watch());
    } catch (DuplicateName twice) {
      throw new IllegalStateException(twice);
    }
  }

  private static ServiceContext context(int id, String text) {
    return new ServiceContext(id, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String text(ServiceContext context) {
    return new String(context.context_data, StandardCharsets.ISO_8859_1);
  }

  private static final class Stamp extends LocalObject implements ClientRequestInterceptor {
    @Override public String name() { return "stamp"; }
    @Override public void destroy() { }
    @Override public void send_request(ClientRequestInfo info) {
      info.add_request_service_context(context(OF_REQUEST, FROM_CLIENT), false);
    }
    @Override public void send_poll(ClientRequestInfo info) { }
    @Override public void receive_reply(ClientRequestInfo info) { take(info); }
    @Override public void receive_exception(ClientRequestInfo info) { take(info); }
    @Override public void receive_other(ClientRequestInfo info) { }

    private static void take(ClientRequestInfo info) {
      try {
        came = text(info.get_reply_service_context(OF_REPLY));
      } catch (BAD_PARAM none) {
        came = "";
      }
    }
  }

  private static final class Watch extends LocalObject implements ServerRequestInterceptor {
    @Override public String name() { return "watch"; }
    @Override public void destroy() { }
    @Override public void receive_request_service_contexts(ServerRequestInfo info) {
      SEEN.set(seen(info));
    }
    @Override public void receive_request(ServerRequestInfo info) { }
    @Override public void send_reply(ServerRequestInfo info) { add(info, "with the reply"); }
    @Override public void send_exception(ServerRequestInfo info) { add(info, "with the exception"); }
    @Override public void send_other(ServerRequestInfo info) { }

    /** Requests that the POA makes for itself have no context. */
    private static String seen(ServerRequestInfo info) {
      try {
        return text(info.get_request_service_context(OF_REQUEST));
      } catch (BAD_PARAM none) {
        return "";
      }
    }
    private static void add(ServerRequestInfo info, String text) {
      info.add_reply_service_context(context(OF_REPLY, text), false);
    }
  }
}
