package dev.tenon.http.embedded;

/** What came is no request that every program on the way reads alike. */
final class MalformedRequestException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int BAD_REQUEST = 400;
    private static final int HEADERS_TOO_LARGE = 431;
    private static final int NOT_IMPLEMENTED = 501;

    private final int status;

    private MalformedRequestException(int status, String problem) {
        super(problem, null, false, false);
        this.status = status;
    }

    static MalformedRequestException bad(String problem) {
        return new MalformedRequestException(BAD_REQUEST, problem);
    }

    static MalformedRequestException headTooLarge(int maxBytes) {
        return new MalformedRequestException(
                HEADERS_TOO_LARGE, "the headers are larger than " + maxBytes + " bytes (limit: headerBytes)");
    }

    static MalformedRequestException unknownCoding() {
        return new MalformedRequestException(NOT_IMPLEMENTED, "Transfer-Encoding: only chunked is supported");
    }

    /** The status of HTTP. */
    int status() {
        return status;
    }
}
