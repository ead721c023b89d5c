package dev.tenon.schema.internal.generate;

/** The direction of a schema: for values that are read, or for values that are written. */
public enum SchemaDirection {
    INPUT,
    OUTPUT
}
