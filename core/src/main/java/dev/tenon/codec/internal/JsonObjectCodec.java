package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;

/** Writes and reads one type of object in one revision. */
public interface JsonObjectCodec<T> {
    /** The size that most messages fit in, so that the buffer does not grow. */
    int INITIAL_BUFFER_BYTES = 256;

    /** Returns a writer for one message or one object of it. */
    static JsonWriter newWriter() {
        return new JsonWriter(INITIAL_BUFFER_BYTES);
    }

    /** Writes the members of the object, without its braces. */
    void writeMembers(JsonWriter out, T value);

    T read(JsonObjectReader in);

    /** Writes the whole object. */
    default void write(JsonWriter out, T value) {
        out.beginObject();
        writeMembers(out, value);
        out.endObject();
    }

    /** Returns the object as JSON. */
    default Json encode(T value) {
        JsonWriter out = newWriter();
        write(out, value);
        return out.toJson();
    }
}
