package Estate;

public class ShapeImpl extends Shape {
}
