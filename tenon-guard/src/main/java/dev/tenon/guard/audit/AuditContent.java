package dev.tenon.guard.audit;

import dev.tenon.guard.content.Secrets;
import dev.tenon.guard.file.Canonical;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.Report;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much is kept in the audit file of params and results, of names and of what policies found.
 *
 * @param keep whether they are left out, redacted or kept as they are
 * @param fields patterns of names of members whose values are redacted, whatever they are; case does not count
 * @param secrets the formats of secrets that are redacted wherever they are
 * @param mostBytes how large one may be; of a larger one only its size and its hash are kept
 */
public record AuditContent(Keep keep, List<Glob> fields, Secrets secrets, int mostBytes) {
    /** Names that mostly hold secrets. */
    public static final List<Glob> USUAL_FIELDS = Stream.of(
                    "*password*",
                    "*passwd*",
                    "*passphrase*",
                    "*pwd*",
                    "*secret*",
                    "*credential*",
                    "*token*",
                    "*api?key*",
                    "*apikey*",
                    "*private?key*",
                    "*privatekey*",
                    "*access?key*",
                    "*accesskey*",
                    "*auth",
                    "auth_*",
                    "auth-*",
                    "*oauth*",
                    "*authorization*",
                    "*authentication*",
                    "*session*",
                    "*cookie*")
            .map(Glob::new)
            .toList();

    public AuditContent {
        fields = fields.stream()
                .map(field -> new Glob(field.pattern().toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Where the words of a finding may hold values. */
    private static final List<String> VALUES = List.of("arguments", "structuredContent");

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
        return new AuditContent(Keep.NOTHING, USUAL_FIELDS, Secrets.COMMON, 1);
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
        write(value, new SecretNames(fields), out);
        return out.toJson();
    }

    /** What is kept of a name or a URI, which is never left out: without its secrets, unless all is kept as it is. */
    public String text(String text) {
        return keep == Keep.WHOLE ? text : redacted(text, new SecretNames(fields));
    }

    /**
     * What is kept of what a policy found: its words without secrets, and without any words about what is in params or results when
     * those are left out, or when they are about a member whose value is redacted.
     */
    public Report finding(Report report) {
        Finding finding = report.finding();
        if (keep == Keep.WHOLE) {
            return report;
        }
        SecretNames names = new SecretNames(fields);
        String detail = redacted(finding.detail(), names);
        if (keep == Keep.NOTHING && !finding.where().isEmpty()) {
            detail = "";
        } else if (VALUES.stream().anyMatch(finding.where()::startsWith)
                && !finding.rule().startsWith("secrets.")) {
            detail = names.matchIn(finding.where()) || names.matchIn(detail) ? SecretNames.REDACTED : detail;
        }
        return new Report(
                report.policy(),
                report.mode(),
                new Finding(finding.rule(), secrets.redacted(finding.where()), detail),
                report.outcome());
    }

    /** That of two which keeps less. */
    AuditContent stricter(AuditContent other) {
        return keep.compareTo(other.keep) <= 0 ? this : other;
    }

    private String redacted(String text, SecretNames names) {
        return names.redactUris(secrets.redacted(text));
    }

    private void write(Json value, SecretNames names, JsonWriter out) {
        switch (value.kind()) {
            case OBJECT -> {
                out.object();
                Map<String, Json> members = value.members();
                Map<String, Integer> redacted = new HashMap<>();
                members.forEach((name, member) -> {
                    out.name(name(name, members, redacted));
                    if (!member.isNull() && names.match(name)) {
                        out.value(SecretNames.REDACTED);
                    } else {
                        write(member, names, out);
                    }
                });
                out.endObject();
            }
            case ARRAY -> {
                out.array();
                value.elements().forEach(element -> write(element, names, out));
                out.endArray();
            }
            case STRING -> out.value(redacted(String.valueOf(value.string()), names));
            default -> out.value(value);
        }
    }

    /**
     * A name without its secrets, and with a number behind it where its object has that name already.
     *
     * @param redacted the names that stand for others in this object so far, and how often each was wanted
     */
    private String name(String name, Map<String, Json> members, Map<String, Integer> redacted) {
        String kept = secrets.redacted(name);
        if (kept.equals(name)) {
            return name;
        }
        String free = kept;
        while (members.containsKey(free) || redacted.putIfAbsent(free, 1) != null) {
            free = kept + " " + redacted.merge(kept, 2, (times, first) -> times + 1);
        }
        return free;
    }
}
