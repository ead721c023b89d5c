package dev.tenon.guard.config;

import dev.tenon.guard.audit.AuditContent;
import dev.tenon.json.Json;
import java.util.Map;

/** Recognises secrets in plain text, in a file or on a command line, by the names and formats that the audit file redacts. */
public final class PlainSecrets {
    private static final AuditContent REDACTED = AuditContent.redacted();

    private PlainSecrets() {}

    /** Whether a header with this value probably holds a secret. */
    public static boolean isLikely(String header, String value) {
        Json plain = Json.of(Map.of(header, value));
        return !plain.equals(REDACTED.of(plain));
    }
}
