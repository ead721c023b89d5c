package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A codec that consists of two functions. */
record FunctionalCodec<T>(BiConsumer<JsonWriter, T> writer, Function<JsonObjectReader, T> reader)
        implements JsonObjectCodec<T> {
    @Override
    public void writeMembers(JsonWriter out, T value) {
        writer.accept(out, value);
    }

    @Override
    public T read(JsonObjectReader in) {
        return reader.apply(in);
    }
}
