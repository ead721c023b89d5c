package dev.tenon.codec.internal;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;

/** Writes and reads one kind of object in one revision. */
public interface JsonObjectCodec<T> {
    /** Writes the members of the object, without its braces. */
    void writeMembers(JsonWriter out, T value);

    /** Reads the object. */
    T read(JsonObjectReader in);

    /** Writes the whole object. */
    default void write(JsonWriter out, T value) {
        out.beginObject();
        writeMembers(out, value);
        out.endObject();
    }

    /** The whole object by itself. */
    default Json encode(T value) {
        JsonWriter out = ProtocolCodec.newWriter();
        write(out, value);
        return out.toJson();
    }
}
