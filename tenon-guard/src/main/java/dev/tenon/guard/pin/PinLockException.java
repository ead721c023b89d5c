package dev.tenon.guard.pin;

import org.jspecify.annotations.Nullable;

/** A lock file that cannot be used, and why; it names the file and what to do. */
public final class PinLockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PinLockException(String message) {
        this(message, null);
    }

    PinLockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
