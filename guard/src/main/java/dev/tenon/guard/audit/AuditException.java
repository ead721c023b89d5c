package dev.tenon.guard.audit;

import org.jspecify.annotations.Nullable;

/** Thrown when an audit file cannot be used or written. The message names the file and the cause. */
public final class AuditException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AuditException(String message) {
        this(message, null);
    }

    AuditException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
