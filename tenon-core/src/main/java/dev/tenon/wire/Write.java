package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Members that several codecs write alike. An empty list or map is left out unless said otherwise. */
final class Write {
    private Write() {}

    /** An array of objects, also when it is empty. */
    static <T> void list(JsonWriter out, String name, List<? extends T> values, Codec<T> codec) {
        out.name(name).array();
        for (T value : values) {
            codec.write(out, value);
        }
        out.endArray();
    }

    static <T> void listIfAny(JsonWriter out, String name, List<? extends T> values, Codec<T> codec) {
        if (!values.isEmpty()) {
            list(out, name, values, codec);
        }
    }

    /** An object, where there is one. */
    static <T> void one(JsonWriter out, String name, @Nullable T value, Codec<T> codec) {
        object(out, name, value, present -> codec.members(out, present));
    }

    /** An object of these members, where there is a value. */
    static <T> void object(JsonWriter out, String name, @Nullable T value, Consumer<T> members) {
        if (value != null) {
            out.name(name).object();
            members.accept(value);
            out.endObject();
        }
    }

    /** Structured content, as far as the revision carries it. */
    static void structured(JsonWriter out, @Nullable Json value, Revision revision) {
        boolean carried = value != null
                && revision.hasStructuredContent()
                && (value.isObject() || revision.hasAnyStructuredContent());
        out.field("structuredContent", carried ? value : null);
    }

    /** An array of strings, also when it is empty. */
    static void texts(JsonWriter out, String name, List<String> values) {
        out.name(name).array();
        values.forEach(out::value);
        out.endArray();
    }

    static void textsIfAny(JsonWriter out, String name, List<String> values) {
        if (!values.isEmpty()) {
            texts(out, name, values);
        }
    }

    static void textsByNameIfAny(JsonWriter out, String name, Map<String, String> values) {
        if (!values.isEmpty()) {
            out.name(name).object();
            values.forEach((key, value) -> out.name(key).value(value));
            out.endObject();
        }
    }

    static void byNameIfAny(JsonWriter out, String name, Map<String, Json> values) {
        if (!values.isEmpty()) {
            out.name(name).object();
            values.forEach((key, value) -> out.name(key).value(value));
            out.endObject();
        }
    }

    /** A member that is only there when it is true. */
    static void ifTrue(JsonWriter out, String name, boolean value) {
        if (value) {
            out.name(name).value(true);
        }
    }

    /** An empty object that is only there when something is the case. */
    static void emptyIf(JsonWriter out, String name, boolean condition) {
        if (condition) {
            out.name(name).object().endObject();
        }
    }
}
