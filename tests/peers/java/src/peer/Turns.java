package peer;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.omg.CORBA.Any;
import org.omg.CORBA.TCKind;
import org.omg.CORBA.TypeCode;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.OutputStream;

/** The operations turn_X of everything.idl and echo_X of types.idl, at both ends, by reflection over the generated code. */
final class Turns {
  private final Class<?> helper;
  private final Class<?> type;
  private final TypeCode code;

  private Turns(String module, String name, Class<?> type) throws ReflectiveOperationException {
    this.type = type;
    if (type == Any.class) {
      helper = null;
      code = Peer.orb.get_primitive_tc(TCKind.tk_any);
    } else {
      helper = Class.forName(module + '.' + name + "Helper");
      code = (TypeCode) helper.getMethod("type").invoke(null);
    }
  }

  private Object read(InputStream in) throws ReflectiveOperationException {
    return helper == null ? in.read_any() : helper.getMethod("read", InputStream.class).invoke(null, in);
  }

  private Object make(int seed) throws ReflectiveOperationException {
    return read(Samples.make(code, seed));
  }

  private void compare(Object value, int seed, String what) throws ReflectiveOperationException {
    OutputStream out = Peer.orb.create_output_stream();
    if (helper == null) {
      out.write_any((Any) value);
    } else {
      helper.getMethod("write", OutputStream.class, type).invoke(null, out, value);
    }
    try {
      Samples.compare(code, out.create_input_stream(), seed);
    } catch (Differs difference) {
      throw new Differs(what + ": " + difference.getMessage() + " for seed " + seed);
    }
  }

  private static Object get(Object holder) throws ReflectiveOperationException {
    return holder.getClass().getField("value").get(holder);
  }

  private static void set(Object holder, Object value) throws ReflectiveOperationException {
    holder.getClass().getField("value").set(holder, value);
  }

  /** Calls each operation of the stub whose name begins with `prefix`. */
  static void check(Checks checks, Object stub, Class<?> operations, String prefix, int seeds) {
    for (Method method : operations.getMethods()) {
      if (!method.getName().startsWith(prefix)) continue;
      checks.run(method.getName(), () -> {
        for (int seed = 0; seed < seeds; ++seed) call(stub, method, prefix, seed);
      });
    }
  }

  static void call(Object stub, Method method, String prefix, int seed) throws Exception {
    boolean turn = prefix.equals("turn_");
    Turns of = new Turns(turn ? "Everything" : "Types", method.getName().substring(5), method.getReturnType());
    Class<?>[] parameters = method.getParameterTypes();
    Class<?> holder = parameters[parameters.length - 1];
    Object a = of.make(seed);
    Object b = holder.getConstructor().newInstance();
    Object c = holder.getConstructor().newInstance();
    set(b, of.make(seed + 1));
    Object result;
    try {
      result = turn ? method.invoke(stub, seed, a, b, c) : method.invoke(stub, a, b, c);
    } catch (InvocationTargetException raised) {
      throw raised.getCause() instanceof Exception ? (Exception) raised.getCause() : raised;
    }
    of.compare(result, turn ? seed + 2 : seed, "the result");
    of.compare(get(b), turn ? seed + 3 : seed, "b");
    of.compare(get(c), turn ? seed + 4 : seed + 1, "c");
  }

  /** A servant of all turn_X of an interface. */
  @SuppressWarnings("unchecked")
  static <T> T servant(Class<T> operations) {
    InvocationHandler handler = (proxy, method, arguments) -> {
      Turns of = new Turns("Everything", method.getName().substring(5), method.getReturnType());
      int seed = (Integer) arguments[0];
      try {
        of.compare(arguments[1], seed, "a");
        of.compare(get(arguments[2]), seed + 1, "b");
      } catch (Differs difference) {
        throw new Everything.Mismatch(difference.getMessage());
      }
      set(arguments[2], of.make(seed + 3));
      set(arguments[3], of.make(seed + 4));
      return of.make(seed + 2);
    };
    return (T) Proxy.newProxyInstance(operations.getClassLoader(), new Class<?>[] {operations}, handler);
  }

  /** A servant whose echo_X return a as the result and in b, b in c; `rest` implements the others. */
  @SuppressWarnings("unchecked")
  static <T> T echo(Class<T> operations, InvocationHandler rest) {
    InvocationHandler handler = (proxy, method, arguments) -> {
      Object told = rest.invoke(proxy, method, arguments);
      if (told != null || arguments == null || arguments.length != 3) return told;
      set(arguments[2], get(arguments[1]));
      set(arguments[1], arguments[0]);
      return arguments[0];
    };
    return (T) Proxy.newProxyInstance(operations.getClassLoader(), new Class<?>[] {operations}, handler);
  }
}
