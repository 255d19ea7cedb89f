package org.omg.CORBA.portable;

/** Named by the stubs that JacORB's compiler makes; GlassFish's classes do not have it, and its ORB never gives one. */
public abstract class ServantObjectExt extends ServantObject {
  public abstract void normalCompletion();

  public abstract void exceptionalCompletion(Throwable raised);
}
