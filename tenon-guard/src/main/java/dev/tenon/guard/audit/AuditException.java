package dev.tenon.guard.audit;

import org.jspecify.annotations.Nullable;

/** The audit file cannot be used or written; the message names the file and the reason. */
public final class AuditException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AuditException(String message) {
        this(message, null);
    }

    AuditException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
