package peer;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.omg.CORBA.ORB;
import org.omg.CosNaming.NamingContextExt;
import org.omg.CosNaming.NamingContextExtHelper;
import org.omg.PortableServer.ImplicitActivationPolicyValue;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;

/**
 * server everything|types|valuetypes|contexts --ior-dir DIR, client ... --root REFERENCE, client naming --root REFERENCE
 * --other REFERENCE --object REFERENCE, or bind NAME --context REFERENCE --object REFERENCE, which binds an object in a
 * naming service. The system properties org.omg.CORBA.ORBClass and ORBSingletonClass name the ORB. A server prints "ready"
 * and serves until SIGTERM.
 */
public final class Peer {
  static ORB orb;
  static POA poa;

  static String words(Throwable failure) {
    if (failure instanceof org.omg.CORBA.SystemException) {
      org.omg.CORBA.SystemException raised = (org.omg.CORBA.SystemException) failure;
      return raised.getClass().getSimpleName() + " minor 0x" + Integer.toHexString(raised.minor) + " completed "
          + raised.completed.value() + " " + raised.getMessage();
    }
    return failure instanceof Differs ? failure.getMessage() : failure.toString()
        + (failure.getCause() == null ? "" : " because of " + words(failure.getCause()));
  }

  static org.omg.CORBA.Object activate(Servant servant) {
    try {
      return poa.servant_to_reference(servant);
    } catch (org.omg.CORBA.UserException wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new HashMap<>();
    for (int i = 2; i + 1 < arguments.length; i += 2) options.put(arguments[i], arguments[i + 1]);
    if (arguments[1].equals("contexts")) {
      System.setProperty("org.omg.PortableInterceptor.ORBInitializerClass." + ContextsInterceptors.class.getName(), "");
    }
    orb = ORB.init(new String[0], System.getProperties());
    poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    poa.the_POAManager().activate();
    if (System.getProperty("peer.bidirectional") != null) poa = bidirectional();
    if (arguments[0].equals("server")) {
      serve(arguments[1], options);
    } else if (arguments[0].equals("bind")) {
      NamingContextExt context = NamingContextExtHelper.narrow(orb.string_to_object(options.get("--context")));
      context.rebind(context.to_name(arguments[1]), orb.string_to_object(options.get("--object")));
      orb.destroy();
    } else {
      int status = check(arguments[1], options);
      orb.destroy();
      System.exit(status);
    }
  }

  /** A POA whose objects can be called over the ORB's own connections to other processes. */
  private static POA bidirectional() throws org.omg.CORBA.UserException {
    final int policyType = 37;
    org.omg.CORBA.Any both = orb.create_any();
    both.insert_ushort((short) 1);
    org.omg.CORBA.Policy[] policies = {orb.create_policy(policyType, both),
        poa.create_implicit_activation_policy(ImplicitActivationPolicyValue.IMPLICIT_ACTIVATION)};
    return poa.create_POA("bidirectional", poa.the_POAManager(), policies);
  }

  private static void serve(String subject, Map<String, String> options) throws Exception {
    org.omg.CORBA.Object root;
    switch (subject) {
      case "everything": root = EverythingServer.root(); break;
      case "types": root = TypesPeer.servant(); break;
      case "valuetypes": root = ValuesPeer.servant(); break;
      case "contexts": root = ContextsPeer.servant(); break;
      default: throw new IllegalArgumentException(subject);
    }
    publish(root, options.get("--ior-dir"), subject);
    if (subject.equals("everything")) publish(EverythingServer.forwarded(), options.get("--ior-dir"), "forwarded");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
    System.out.println("ready");
    orb.run();
  }

  private static void publish(org.omg.CORBA.Object object, String folder, String name) throws java.io.IOException {
    Path file = Path.of(folder, name + ".ior");
    Files.write(file, (orb.object_to_string(object) + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static int check(String subject, Map<String, String> options) throws Exception {
    Checks checks = new Checks();
    org.omg.CORBA.Object root = orb.string_to_object(options.get("--root"));
    switch (subject) {
      case "everything": EverythingClient.check(checks, root, options); break;
      case "types": TypesPeer.check(checks, root, options); break;
      case "valuetypes": ValuesPeer.check(checks, root); break;
      case "contexts": ContextsPeer.check(checks, root); break;
      case "naming": NamingClient.check(checks, root, options); break;
      default: throw new IllegalArgumentException(subject);
    }
    return checks.finish();
  }
}
