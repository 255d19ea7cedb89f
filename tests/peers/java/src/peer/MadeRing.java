package peer;

import Estate.Node;
import Estate.Ring;

/** JacORB does not find this class by its name, so that only a program with a registered factory can make one. */
public class MadeRing extends Ring {
  public MadeRing() {
  }

  public MadeRing(String colour, float radius, Node extra, Node hidden) {
    this.colour = colour;
    this.radius = radius;
    this.extra = extra;
    this.hidden = hidden;
    hole = 1;
  }

  public double area() {
    return radius - hole;
  }
}
