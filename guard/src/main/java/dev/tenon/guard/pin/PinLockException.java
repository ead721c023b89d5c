package dev.tenon.guard.pin;

import org.jspecify.annotations.Nullable;

/** Thrown when a lock file cannot be used. The message names the file, the cause and what to do. */
public final class PinLockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PinLockException(String message) {
        this(message, null);
    }

    PinLockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
