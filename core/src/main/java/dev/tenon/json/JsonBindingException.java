package dev.tenon.json;

/**
 * Thrown when a JSON value does not fit a Java type. The message may be sent to a peer: it names the place and the
 * expected value, without class names. When the type's own constructor or factory method rejected the value with an
 * {@link IllegalArgumentException}, the message contains the text of that exception: such texts state rules for the
 * sender of the value. Other exceptions are never quoted.
 */
public final class JsonBindingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JsonBindingException(String message, Throwable cause) {
        super(message, cause);
    }
}
