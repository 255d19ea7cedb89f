package Estate;

public class CircleImpl extends Circle {
}
