package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.util.List;
import java.util.Map;

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
