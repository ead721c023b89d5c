package dev.tenon.oauth.internal;

import java.io.IOException;

/** The body of a response is larger than its bound. */
public final class ResponseTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    ResponseTooLargeException(int maxBytes) {
        super("the response has more than " + maxBytes + " bytes");
    }
}
