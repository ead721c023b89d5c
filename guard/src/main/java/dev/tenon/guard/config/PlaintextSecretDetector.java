package dev.tenon.guard.config;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.json.Json;
import java.util.Map;

/**
 * Detects secrets in plain text, in a file or on a command line, by the names and formats that the audit log redacts.
 */
public final class PlaintextSecretDetector {
    private static final AuditRedactor REDACTOR = AuditRedactor.redactSecrets();

    private PlaintextSecretDetector() {}

    /** Returns whether a header with this value probably contains a secret. */
    public static boolean isLikelySecret(String header, String value) {
        Json plain = Json.of(Map.of(header, value));
        return !plain.equals(REDACTOR.redact(plain));
    }
}
