package dev.tenon.json;

/**
 * A JSON value that does not fit a Java type. The message may be shown to a peer: it names the place and what was
 * expected there, without class names. When the type's own constructor refused the value with an {@link
 * IllegalArgumentException}, the message is that exception's text after the place: such texts are rules for whoever
 * gives the value, and are written to be shown. No other exception is ever quoted.
 */
public final class JsonBindingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JsonBindingException(String message, Throwable cause) {
        super(message, cause);
    }
}
