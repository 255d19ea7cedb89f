package peer;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import javax.rmi.CORBA.Stub;
import javax.rmi.CORBA.Tie;
import javax.rmi.CORBA.ValueHandler;
import org.omg.CORBA.NO_IMPLEMENT;
import org.omg.CORBA.ORB;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.OutputStream;

/**
 * The functions of RMI-IIOP that JacORB needs even for a value that IDL defines: its repository id and its class. The
 * available implementations of javax.rmi do not run on this Java; nothing here is sent by RMI's rules.
 */
public final class ValuesWithoutRmi implements javax.rmi.CORBA.UtilDelegate, ValueHandler {
  public ValueHandler createValueHandler() { return this; }
  public String getRMIRepositoryID(Class<?> type) {
    try {
      return (String) Class.forName(type.getName() + "Helper").getMethod("id").invoke(null);
    } catch (ReflectiveOperationException notOfIdl) {
      return "RMI:" + type.getName() + ":0000000000000000";
    }
  }
  public boolean isCustomMarshaled(Class<?> type) { return false; }
  public org.omg.SendingContext.RunTime getRunTimeCodeBase() { return null; }
  public Serializable writeReplace(Serializable value) { return value; }
  public String getCodebase(Class<?> type) { return null; }
  public Class<?> loadClass(String name, String codebase, ClassLoader loader) throws ClassNotFoundException {
    return Class.forName(name);
  }

  public void writeValue(OutputStream out, Serializable value) { throw new NO_IMPLEMENT(); }
  public Serializable readValue(InputStream in, int at, Class<?> type, String id, org.omg.SendingContext.RunTime from) {
    throw new NO_IMPLEMENT();
  }
  public RemoteException mapSystemException(org.omg.CORBA.SystemException raised) { throw raised; }
  public void writeAny(OutputStream out, Object value) { throw new NO_IMPLEMENT(); }
  public Object readAny(InputStream in) { throw new NO_IMPLEMENT(); }
  public void writeRemoteObject(OutputStream out, Object value) { throw new NO_IMPLEMENT(); }
  public void writeAbstractObject(OutputStream out, Object value) { throw new NO_IMPLEMENT(); }
  public void registerTarget(Tie tie, Remote target) { throw new NO_IMPLEMENT(); }
  public void unexportObject(Remote target) { throw new NO_IMPLEMENT(); }
  public Tie getTie(Remote target) { throw new NO_IMPLEMENT(); }
  public boolean isLocal(Stub stub) { return false; }
  public RemoteException wrapException(Throwable raised) { throw new NO_IMPLEMENT(); }
  public Object copyObject(Object value, ORB orb) { throw new NO_IMPLEMENT(); }
  public Object[] copyObjects(Object[] values, ORB orb) { throw new NO_IMPLEMENT(); }
}
