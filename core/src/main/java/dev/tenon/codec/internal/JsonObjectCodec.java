package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Writes and reads one type of object in one revision. The writer writes the members, without the braces. */
public record JsonObjectCodec<T>(BiConsumer<JsonWriter, T> writer, Function<JsonObjectReader, T> reader) {
    /** The size that most messages fit in, so that the buffer does not grow. */
    private static final int INITIAL_BUFFER_BYTES = 256;

    /** Returns a writer for one message or one object of it. */
    public static JsonWriter newWriter() {
        return new JsonWriter(INITIAL_BUFFER_BYTES);
    }

    /** Writes the members of the object, without its braces. */
    public void writeMembers(JsonWriter out, T value) {
        writer.accept(out, value);
    }

    public T read(JsonObjectReader in) {
        return reader.apply(in);
    }

    /** Writes the whole object. */
    void write(JsonWriter out, T value) {
        out.beginObject();
        writer.accept(out, value);
        out.endObject();
    }

    /** Returns the object as JSON. */
    public Json encode(T value) {
        JsonWriter out = newWriter();
        write(out, value);
        return out.toJson();
    }
}
