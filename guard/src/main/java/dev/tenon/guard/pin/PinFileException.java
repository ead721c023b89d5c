package dev.tenon.guard.pin;

import org.jspecify.annotations.Nullable;

/** Thrown when a lock file cannot be used. The message names the file, the cause and what to do. */
public final class PinFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PinFileException(String message) {
        this(message, null);
    }

    PinFileException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
