package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A codec of two functions, for objects of one or two members. */
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
