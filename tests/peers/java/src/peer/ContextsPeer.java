package peer;

import static peer.Differs.unlessEqual;

import Contexts.*;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** contexts.idl: its servant, and the checks of a client. */
final class ContextsPeer {
  static org.omg.CORBA.Object servant() {
    return Peer.activate(new Witness());
  }

  private static final class Witness extends WitnessPOA {
    // A future, because the request for the context may overtake the oneway.
    private final CompletableFuture<String> seenWithHint = new CompletableFuture<>();

    @Override public String seen() { return ContextsInterceptors.SEEN.get(); }
    @Override public void refuse() throws Refused { throw new Refused(); }
    @Override public void hint() { seenWithHint.complete(seen()); }
    @Override public String seen_with_hint() {
      return seenWithHint.completeOnTimeout("nothing", 20, TimeUnit.SECONDS).join();
    }
  }

  static void check(Checks checks, org.omg.CORBA.Object given) {
    Contexts.Witness witness = WitnessHelper.narrow(given);
    checks.run("with a reply", () -> {
      unlessEqual(witness.seen(), ContextsInterceptors.FROM_CLIENT, "what the server has seen");
      unlessEqual(ContextsInterceptors.came, "with the reply", "what came back");
    });
    checks.run("with an exception", () -> {
      Checks.raised(Refused.class, witness::refuse);
      unlessEqual(ContextsInterceptors.came, "with the exception", "what came back");
    });
    checks.run("with a oneway", () -> {
      witness.hint();
      unlessEqual(witness.seen_with_hint(), ContextsInterceptors.FROM_CLIENT, "what the server has seen");
    });
  }
}
