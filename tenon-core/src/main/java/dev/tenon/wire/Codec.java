package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;

/** Writes and reads one kind of object in one revision. */
interface Codec<T> {
    /** Writes the members of the object, without its braces. */
    void members(JsonWriter out, T value);

    /** Reads the object. */
    T read(Fields in);

    /** Writes the whole object. */
    default void write(JsonWriter out, T value) {
        out.object();
        members(out, value);
        out.endObject();
    }

    /** The whole object by itself. */
    default Json json(T value) {
        JsonWriter out = Wire.writer();
        write(out, value);
        return out.toJson();
    }
}
