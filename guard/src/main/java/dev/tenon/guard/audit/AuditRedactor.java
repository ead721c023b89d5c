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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Redacts params, results, names and findings for the audit file.
 *
 * @param retention whether content is omitted, redacted or kept unchanged
 * @param fields patterns of member names whose values are redacted; not case-sensitive
 * @param secrets secret formats that are redacted everywhere
 * @param maxBytes the maximum size of a value; of larger values only size and hash are kept
 */
public record AuditRedactor(RetentionMode retention, List<Glob> fields, SecretDetector secrets, int maxBytes) {
    /** Patterns of names that usually denote secrets. */
    public static final List<Glob> DEFAULT_FIELDS =
            Stream.of("""
                    *password* *passwd* *passphrase* *pwd* *secret* *credential* *token* *api?key* *apikey*
                    *private?key* *privatekey* *access?key* *accesskey* *auth auth_* auth-* *oauth*
                    *authorization* *authentication* *session* *cookie*""".split("\\s+")).map(Glob::new).toList();

    public AuditRedactor {
        fields = fields.stream()
                .map(field -> new Glob(field.pattern().toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** The locations of findings whose details may contain values. */
    private static final List<String> VALUES = List.of("arguments", "structuredContent");

    /** Whether content is kept. */
    public enum RetentionMode {
        /** It is omitted. */
        NOTHING,
        /** It is kept, with secrets redacted. */
        REDACTED,
        /** It is kept unchanged. */
        WHOLE
    }

    /** Returns a redactor that redacts the default fields and common secret formats, up to 16 KiB. */
    public static AuditRedactor redactSecrets() {
        return new AuditRedactor(RetentionMode.REDACTED, DEFAULT_FIELDS, SecretDetector.COMMON, 16 << 10);
    }

    /** Returns a redactor that omits content. */
    public static AuditRedactor omitAll() {
        return new AuditRedactor(RetentionMode.NOTHING, DEFAULT_FIELDS, SecretDetector.COMMON, 1);
    }

    /**
     * Redacts a value. Returns null if the value is null or content is omitted. Replaces a value of more than {@link
     * #maxBytes} bytes by an object with its size and its hash, {@code bytes} and {@code sha256}, also if content is
     * kept unchanged.
     */
    public @Nullable Json redact(@Nullable Json value) {
        if (value == null || retention == RetentionMode.NOTHING) {
            return null;
        }
        if (value.sizeInBytes() > maxBytes) {
            JsonWriter out = new JsonWriter().beginObject().fieldUnlessNull("bytes", (Number) value.sizeInBytes());
            return out.fieldUnlessNull("sha256", CanonicalJson.hash(value))
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

    /** Redacts a name or a URI, which is never omitted. */
    public String redactName(String text) {
        return retention == RetentionMode.WHOLE ? text : redactText(text, new SecretNameMatcher(fields));
    }

    /**
     * Redacts a finding. Removes its detail if that is about params or results that are omitted, or about a member
     * whose value is redacted.
     */
    public FindingReport redactFinding(FindingReport report) {
        Finding finding = report.finding();
        if (retention == RetentionMode.WHOLE) {
            return report;
        }
        SecretNameMatcher names = new SecretNameMatcher(fields);
        String detail = redactText(finding.detail(), names);
        if (retention == RetentionMode.NOTHING && !finding.path().isEmpty()) {
            detail = "";
        } else if (VALUES.stream().anyMatch(finding.path()::startsWith)
                && !finding.rule().startsWith("secrets.")
                && (names.matchesWordIn(finding.path()) || names.matchesWordIn(detail))) {
            detail = SecretNameMatcher.REDACTED;
        }
        Finding redacted = new Finding(finding.rule(), secrets.redact(finding.path()), detail);
        return new FindingReport(report.policy(), report.mode(), redacted, report.action());
    }

    /** Returns the redactor that keeps less. */
    AuditRedactor stricter(AuditRedactor other) {
        return retention.compareTo(other.retention) <= 0 ? this : other;
    }

    private String redactText(String text, SecretNameMatcher names) {
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
            case STRING -> out.value(redactText(String.valueOf(value.string()), names));
            default -> out.value(value);
        }
    }

    /**
     * Redacts a member name, and appends a number if the object already has the redacted name.
     *
     * @param redacted the redacted names in this object so far, with their number of uses
     */
    private String redactKey(String name, Map<String, Json> members, Map<String, Integer> redacted) {
        String redactedName = secrets.redact(name);
        if (redactedName.equals(name)) {
            return name;
        }
        String uniqueName = redactedName;
        while (members.containsKey(uniqueName) || redacted.putIfAbsent(uniqueName, 1) != null) {
            uniqueName = redactedName + " " + redacted.merge(redactedName, 2, (count, first) -> count + 1);
        }
        return uniqueName;
    }

    /**
     * Matches names of members, and of parameters in URIs, whose values are secret. Not case-sensitive; {@code authKey}
     * is also matched as {@code auth_key}.
     *
     * @param patterns the patterns in lower case
     */
    private record SecretNameMatcher(List<Glob> patterns) {
        /** The replacement of a secret. */
        static final String REDACTED = "[redacted]";

        private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
        private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_-]+");
        private static final Pattern USER_INFO = Pattern.compile("://[^/?#\\s@\"'<>]++@");
        private static final Pattern PARAMETER = Pattern.compile("([?&;#])([^=&;#?\\s\"']{1,100}+)=([^&;#\\s\"']++)");

        /** Returns whether a name denotes a secret. */
        boolean matches(String name) {
            String lowerCase = name.toLowerCase(Locale.ROOT);
            String snakeCase = HUMP.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
            return matchesAnyPattern(lowerCase)
                    || (snakeCase.length() > lowerCase.length() && matchesAnyPattern(snakeCase));
        }

        private boolean matchesAnyPattern(String name) {
            return patterns.stream().anyMatch(pattern -> pattern.matches(name));
        }

        /** Returns whether a text contains such a name as a word. */
        boolean matchesWordIn(String text) {
            return WORD.matcher(text).results().anyMatch(word -> matches(word.group()));
        }

        /** Redacts user information and values of secret parameters in URIs of a text. */
        String redactUris(String text) {
            if (text.indexOf("://") < 0 && text.indexOf('=') < 0) {
                return text;
            }
            String withoutUserInfo =
                    USER_INFO.matcher(text).replaceAll("://" + Matcher.quoteReplacement(REDACTED) + "@");
            return PARAMETER
                    .matcher(withoutUserInfo)
                    .replaceAll(match -> Matcher.quoteReplacement(
                            matches(match.group(2))
                                    ? match.group(1) + match.group(2) + "=" + REDACTED
                                    : match.group()));
        }
    }
}
