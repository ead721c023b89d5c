package dev.tenon.guard.audit;

import dev.tenon.guard.content.Secrets;
import dev.tenon.guard.file.Canonical;
import dev.tenon.guard.policy.Glob;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much of params and results is kept in the audit file.
 *
 * @param keep whether they are left out, redacted or kept as they are
 * @param fields patterns of names of members whose values are redacted, whatever they are; case does not count
 * @param secrets the formats of secrets that are redacted wherever they are
 * @param mostBytes how large one may be; of a larger one only its size and its hash are kept
 */
public record AuditContent(Keep keep, List<Glob> fields, Secrets secrets, int mostBytes) {
    /** Names that mostly hold secrets. */
    public static final List<Glob> USUAL_FIELDS = List.of(
            new Glob("*password*"),
            new Glob("*passwd*"),
            new Glob("*secret*"),
            new Glob("*token*"),
            new Glob("*api_key*"),
            new Glob("*apikey*"),
            new Glob("*api-key*"),
            new Glob("*private_key*"),
            new Glob("*privatekey*"),
            new Glob("authorization"),
            new Glob("cookie"));

    private static final String REDACTED = "[redacted]";

    public AuditContent {
        fields = fields.stream()
                .map(field -> new Glob(field.pattern().toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Whether content is kept. */
    public enum Keep {
        /** It is left out. */
        NOTHING,
        /** It is kept without its secrets. */
        REDACTED,
        /** It is kept as it is. */
        WHOLE
    }

    /** Redacted by the usual names and the common formats, up to 16 KiB. */
    public static AuditContent redacted() {
        return new AuditContent(Keep.REDACTED, USUAL_FIELDS, Secrets.COMMON, 16 << 10);
    }

    /** Left out. */
    public static AuditContent nothing() {
        return new AuditContent(Keep.NOTHING, List.of(), Secrets.COMMON, 1);
    }

    /** What is kept of a value, or null for nothing. */
    public @Nullable Json of(@Nullable Json value) {
        if (value == null || keep == Keep.NOTHING) {
            return null;
        }
        if (value.size() > mostBytes) {
            return new JsonWriter()
                    .object()
                    .field("bytes", (Number) value.size())
                    .field("sha256", Canonical.hash(value))
                    .endObject()
                    .toJson();
        }
        if (keep == Keep.WHOLE) {
            return value;
        }
        JsonWriter out = new JsonWriter(value.size() + 16);
        write(value, out);
        return out.toJson();
    }

    private void write(Json value, JsonWriter out) {
        switch (value.kind()) {
            case OBJECT -> {
                out.object();
                value.members().forEach((name, member) -> member(name, member, out));
                out.endObject();
            }
            case ARRAY -> {
                out.array();
                value.elements().forEach(element -> write(element, out));
                out.endArray();
            }
            case STRING -> out.value(secrets.redacted(String.valueOf(value.string())));
            default -> out.value(value);
        }
    }

    private void member(String name, Json value, JsonWriter out) {
        out.name(secrets.redacted(name));
        String plain = name.toLowerCase(Locale.ROOT);
        if (!value.isNull() && fields.stream().anyMatch(field -> field.matches(plain))) {
            out.value(REDACTED);
        } else {
            write(value, out);
        }
    }
}
