package peer;

/** A client's list of checks. Each is run and printed with its outcome, even if an earlier one has failed. */
final class Checks {
  interface Check {
    void run() throws Exception;
  }

  private int run;
  private int failed;

  void run(String name, Check check) {
    ++run;
    try {
      check.run();
      System.out.println("ok " + name);
    } catch (Throwable failure) {
      ++failed;
      System.out.println("FAILED " + name + ": " + Peer.words(failure));
      if (System.getProperty("peer.traces") != null) failure.printStackTrace(System.out);
    }
  }

  /** Expects an exception of exactly that class, and returns it. */
  static <T extends Throwable> T raised(Class<T> expected, Check call) throws Exception {
    try {
      call.run();
    } catch (Throwable raised) {
      if (raised.getClass() == expected) return expected.cast(raised);
      if (raised instanceof Exception) throw (Exception) raised;
      throw (Error) raised;
    }
    throw new Differs("no " + expected.getSimpleName() + " was raised");
  }

  int finish() {
    System.out.println(run + " checks, " + failed + " failed");
    return failed == 0 && run > 0 ? 0 : 1;
  }
}
