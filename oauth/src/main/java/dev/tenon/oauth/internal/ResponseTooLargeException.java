package dev.tenon.oauth.internal;

import java.io.IOException;

/** Thrown if the body of a response exceeds the size limit. */
public final class ResponseTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    ResponseTooLargeException(int maxBytes) {
        super("the response has more than " + maxBytes + " bytes");
    }
}
