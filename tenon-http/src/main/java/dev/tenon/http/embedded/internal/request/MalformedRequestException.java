package dev.tenon.http.embedded.internal.request;

import io.netty.handler.codec.http.HttpResponseStatus;

/** What came is no request that every program on the way reads alike. */
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
                "the headers are larger than " + maxBytes + " bytes (limit: headerBytes)");
    }

    /** The status of HTTP. */
    public int status() {
        return status;
    }
}
