package dev.tenon.codec;

/**
 * A result that does not fit its method: the peer that sent it is at fault.
 *
 * <p>The message names the field, what was expected and what came. There is no stack trace.
 */
public final class ResultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ResultException(String message) {
        super(message, null, false, false);
    }
}
