package dev.tenon.guard.internal.file;

import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonWriter;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * Canonical JSON: no white space, members sorted by the UTF-16 code units of their names as in RFC 8785, strings with
 * minimal escapes. Unlike in RFC 8785, numbers keep all digits: {@code 1.50}, {@code 15e-1} and {@code 1.5} are equal,
 * and large integers are not rounded. A number stays as written if its canonical form would exceed the usual limits of
 * JSON, as that of {@code 10e9999} would: {@code 1E+10000}.
 */
public final class CanonicalJson {
    private CanonicalJson() {}

    /** Returns the canonical form of a value. */
    public static Json of(Json value) {
        JsonWriter out = new JsonWriter(value.sizeInBytes() + 16);
        write(value, out);
        return out.toJson();
    }

    /** Returns the SHA-256 of the canonical form. */
    public static String hash(Json value) {
        return Sha256.hex(of(value).toBytes());
    }

    private static void write(Json value, JsonWriter out) {
        switch (value.kind()) {
            case OBJECT -> {
                out.beginObject();
                Map<String, Json> sorted = new TreeMap<>(value.members());
                sorted.forEach((name, member) -> write(member, out.name(name)));
                out.endObject();
            }
            case ARRAY -> {
                out.beginArray();
                value.elements().forEach(element -> write(element, out));
                out.endArray();
            }
            case STRING -> out.value(String.valueOf(value.string()));
            case NUMBER -> out.value(normalizeNumber(value));
            default -> out.value(value);
        }
    }

    private static Json normalizeNumber(Json value) {
        BigDecimal number = value.number();
        BigDecimal plain = number == null || number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        try {
            return Json.parse(plain.toString());
        } catch (JsonException e) {
            return value;
        }
    }
}
