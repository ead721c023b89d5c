package dev.tenon.guard.config;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.json.Json;
import java.util.Map;

/**
 * Recognises secrets in plain text, in a file or on a command line, by the names and formats that the audit file
 * redacts.
 */
public final class PlaintextSecretDetector {
    private static final AuditRedactor REDACTED = AuditRedactor.redacted();

    private PlaintextSecretDetector() {}

    /** Whether a header with this value probably holds a secret. */
    public static boolean isLikelySecret(String header, String value) {
        Json plain = Json.of(Map.of(header, value));
        return !plain.equals(REDACTED.redact(plain));
    }
}
