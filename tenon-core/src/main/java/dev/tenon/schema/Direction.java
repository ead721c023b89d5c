package dev.tenon.schema;

/** Whether a schema is for values that are read, or for values that are written. */
enum Direction {
    INPUT,
    OUTPUT
}
