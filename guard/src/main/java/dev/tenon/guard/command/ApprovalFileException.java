package dev.tenon.guard.command;

import org.jspecify.annotations.Nullable;

/** Thrown if the file of approved commands cannot be used; the message names it and says what to do. */
public final class ApprovalFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ApprovalFileException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
