package dev.tenon.schema;

import dev.tenon.json.Json;

/** Schemas from Java types. */
public final class SchemaGenerator {
    private SchemaGenerator() {}

    /** The schema of what Jackson reads as that type. */
    public static Json input(Class<?> type) {
        throw new UnsupportedOperationException(type.getName());
    }

    /** The schema of what Jackson writes of that type. */
    public static Json output(Class<?> type) {
        throw new UnsupportedOperationException(type.getName());
    }

    /** The flat schema of a form for that record. */
    public static Json form(Class<?> type) {
        throw new UnsupportedOperationException(type.getName());
    }
}
