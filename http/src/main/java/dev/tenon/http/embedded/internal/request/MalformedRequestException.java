package dev.tenon.http.embedded.internal.request;

import io.netty.handler.codec.http.HttpResponseStatus;

/** Thrown when a request is malformed or ambiguous, so that intermediaries could interpret it differently. */
public final class MalformedRequestException extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;

    MalformedRequestException(HttpResponseStatus status, String problem) {
        super(problem, null, false, false);
        this.status = status.code();
    }

    static MalformedRequestException badRequest(String problem) {
        return new MalformedRequestException(HttpResponseStatus.BAD_REQUEST, problem);
    }

    static MalformedRequestException headTooLarge(int maxBytes) {
        return new MalformedRequestException(
                HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                "the headers are larger than " + maxBytes + " bytes (limit: maxHeaderBytes)");
    }

    /** Returns the HTTP status of the response. */
    public int status() {
        return status;
    }
}
