package Estate;

public class NodeImpl extends Node {
  public NodeImpl() {
  }

  public NodeImpl(int number, Node next) {
    this.number = number;
    this.next = next;
  }
}
