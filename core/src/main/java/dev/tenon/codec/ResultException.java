package dev.tenon.codec;

/**
 * Thrown if a result does not match its method: an error of the peer that sent it.
 *
 * <p>The message names the field, the expected type and the received value. The exception has no stack trace.
 */
public final class ResultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ResultException(String message) {
        super(message, null, false, false);
    }
}
