package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A codec of two functions, for objects of one or two members. */
record SimpleCodec<T>(BiConsumer<JsonWriter, T> writer, Function<Fields, T> reader) implements Codec<T> {
    @Override
    public void members(JsonWriter out, T value) {
        writer.accept(out, value);
    }

    @Override
    public T read(Fields in) {
        return reader.apply(in);
    }
}
