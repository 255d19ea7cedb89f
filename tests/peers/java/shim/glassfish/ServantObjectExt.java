package org.omg.CORBA.portable;

/** Used by the stubs that JacORB's compiler makes; GlassFish's classes do not have it, and its ORB never returns one. */
public abstract class ServantObjectExt extends ServantObject {
  public abstract void normalCompletion();

  public abstract void exceptionalCompletion(Throwable raised);
}
