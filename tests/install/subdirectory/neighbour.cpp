// Code that does not use dimma.
int area(double width) { return (int)width * width; }
