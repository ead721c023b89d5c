package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes members that several codecs share. */
final class MemberWriter {
    private MemberWriter() {}

    /** Writes an array of objects, even if it is empty. */
    static <T> void writeList(JsonWriter out, String name, List<? extends T> values, JsonObjectCodec<T> codec) {
        out.name(name).beginArray();
        for (T value : values) {
            codec.write(out, value);
        }
        out.endArray();
    }

    static <T> void writeListIfNotEmpty(JsonWriter out, String name, List<? extends T> list, JsonObjectCodec<T> codec) {
        if (!list.isEmpty()) {
            writeList(out, name, list, codec);
        }
    }

    /** Writes an object unless it is null. */
    static <T> void writeIfPresent(JsonWriter out, String name, @Nullable T value, JsonObjectCodec<T> codec) {
        writeObjectIfPresent(out, name, value, present -> codec.writeMembers(out, present));
    }

    /** Writes an object with the given members unless the value is null. */
    static <T> void writeObjectIfPresent(JsonWriter out, String name, @Nullable T value, Consumer<T> members) {
        if (value != null) {
            out.name(name).beginObject();
            members.accept(value);
            out.endObject();
        }
    }

    /** Writes structured content if the revision can carry it. */
    static void writeStructuredContent(JsonWriter out, @Nullable Json value, Revision revision) {
        boolean carried = value != null
                && revision.hasStructuredContent()
                && (value.isObject() || revision.hasAnyStructuredContent());
        out.fieldUnlessNull("structuredContent", carried ? value : null);
    }

    /** Writes an array of strings, even if it is empty. */
    static void writeStrings(JsonWriter out, String name, List<String> values) {
        out.name(name).beginArray();
        values.forEach(out::value);
        out.endArray();
    }

    static void writeStringsIfNotEmpty(JsonWriter out, String name, List<String> values) {
        if (!values.isEmpty()) {
            writeStrings(out, name, values);
        }
    }

    static void writeStringMapIfNotEmpty(JsonWriter out, String name, Map<String, String> values) {
        if (!values.isEmpty()) {
            out.name(name).beginObject();
            values.forEach((key, value) -> out.name(key).value(value));
            out.endObject();
        }
    }

    static void writeJsonMapIfNotEmpty(JsonWriter out, String name, Map<String, Json> values) {
        if (!values.isEmpty()) {
            out.name(name).beginObject();
            values.forEach((key, value) -> out.name(key).value(value));
            out.endObject();
        }
    }

    /** Writes {@code true}, or omits the member if the value is false. */
    static void writeIfTrue(JsonWriter out, String name, boolean value) {
        if (value) {
            out.name(name).value(true);
        }
    }

    /** Writes an empty object if the condition holds. */
    static void writeEmptyObjectIf(JsonWriter out, String name, boolean condition) {
        if (condition) {
            out.name(name).beginObject().endObject();
        }
    }
}
