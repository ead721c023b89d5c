package dev.tenon.guard.audit;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.Glob;
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
 * @param retention whether they are left out, redacted or kept as they are
 * @param fields patterns of names of members whose values are redacted, whatever they are; case does not count
 * @param secrets the formats of secrets that are redacted wherever they are
 * @param maxBytes how large one may be; of a larger one only its size and its hash are kept
 */
public record AuditRedactor(RetentionMode retention, List<Glob> fields, SecretDetector secrets, int maxBytes) {
    /** Names that mostly hold secrets. */
    public static final List<Glob> DEFAULT_FIELDS = Stream.of(
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

    public AuditRedactor {
        fields = fields.stream()
                .map(field -> new Glob(field.pattern().toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Where the words of a finding may hold values. */
    private static final List<String> VALUES = List.of("arguments", "structuredContent");

    /** Whether content is kept. */
    public enum RetentionMode {
        /** It is left out. */
        NOTHING,
        /** It is kept without its secrets. */
        REDACTED,
        /** It is kept as it is. */
        WHOLE
    }

    /** Redacted by the usual names and the common formats, up to 16 KiB. */
    public static AuditRedactor redacted() {
        return new AuditRedactor(RetentionMode.REDACTED, DEFAULT_FIELDS, SecretDetector.COMMON, 16 << 10);
    }

    /** Left out. */
    public static AuditRedactor omitAll() {
        return new AuditRedactor(RetentionMode.NOTHING, DEFAULT_FIELDS, SecretDetector.COMMON, 1);
    }

    /** What is kept of a value, or null for nothing. */
    public @Nullable Json redact(@Nullable Json value) {
        if (value == null || retention == RetentionMode.NOTHING) {
            return null;
        }
        if (value.sizeInBytes() > maxBytes) {
            return new JsonWriter()
                    .beginObject()
                    .field("bytes", (Number) value.sizeInBytes())
                    .field("sha256", CanonicalJson.hash(value))
                    .endObject()
                    .toJson();
        }
        if (retention == RetentionMode.WHOLE) {
            return value;
        }
        JsonWriter out = new JsonWriter(value.sizeInBytes() + 16);
        writeRedacted(value, new SecretNameMatcher(fields), out);
        return out.toJson();
    }

    /** What is kept of a name or a URI, which is never left out: without its secrets, unless all is kept as it is. */
    public String redactName(String text) {
        return retention == RetentionMode.WHOLE ? text : redacted(text, new SecretNameMatcher(fields));
    }

    /**
     * What is kept of what a policy found: its words without secrets, and without any words about what is in params or
     * results when those are left out, or when they are about a member whose value is redacted.
     */
    public FindingReport redactFinding(FindingReport report) {
        Finding finding = report.finding();
        if (retention == RetentionMode.WHOLE) {
            return report;
        }
        SecretNameMatcher names = new SecretNameMatcher(fields);
        String detail = redacted(finding.detail(), names);
        if (retention == RetentionMode.NOTHING && !finding.path().isEmpty()) {
            detail = "";
        } else if (VALUES.stream().anyMatch(finding.path()::startsWith)
                && !finding.rule().startsWith("secrets.")) {
            detail = names.matchesWordIn(finding.path()) || names.matchesWordIn(detail)
                    ? SecretNameMatcher.REDACTED
                    : detail;
        }
        return new FindingReport(
                report.policy(),
                report.mode(),
                new Finding(finding.rule(), secrets.redact(finding.path()), detail),
                report.action());
    }

    /** That of two which keeps less. */
    AuditRedactor stricter(AuditRedactor other) {
        return retention.compareTo(other.retention) <= 0 ? this : other;
    }

    private String redacted(String text, SecretNameMatcher names) {
        return names.redactUris(secrets.redact(text));
    }

    private void writeRedacted(Json value, SecretNameMatcher names, JsonWriter out) {
        switch (value.kind()) {
            case OBJECT -> {
                out.beginObject();
                Map<String, Json> members = value.members();
                Map<String, Integer> redacted = new HashMap<>();
                members.forEach((name, member) -> {
                    out.name(redactKey(name, members, redacted));
                    if (!member.isNull() && names.matches(name)) {
                        out.value(SecretNameMatcher.REDACTED);
                    } else {
                        writeRedacted(member, names, out);
                    }
                });
                out.endObject();
            }
            case ARRAY -> {
                out.beginArray();
                value.elements().forEach(element -> writeRedacted(element, names, out));
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
    private String redactKey(String name, Map<String, Json> members, Map<String, Integer> redacted) {
        String kept = secrets.redact(name);
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
