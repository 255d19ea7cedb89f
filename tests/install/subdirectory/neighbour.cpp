// Code that has nothing to do with dimma.
int area(double width) { return (int)width * width; }
