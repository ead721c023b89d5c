package dev.tenon.schema.internal.generate;

/** Whether a schema is for values that are read, or for values that are written. */
public enum SchemaDirection {
    INPUT,
    OUTPUT
}
