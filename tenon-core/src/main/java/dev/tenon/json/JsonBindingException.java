package dev.tenon.json;

/**
 * A JSON value that does not fit a Java type. The message names the place and what was expected, and quotes neither class
 * names nor exceptions: it may be shown to a peer.
 */
public final class JsonBindingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JsonBindingException(String message, Throwable cause) {
        super(message, cause);
    }
}
