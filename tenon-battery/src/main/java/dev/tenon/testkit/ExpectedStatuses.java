package dev.tenon.testkit;

/** Which HTTP status belongs to which answer: the project's table of errors, written down a second time. */
final class ExpectedStatuses {
    static final int OK = 200;
    static final int ACCEPTED = 202;
    static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY = 429;

    private ExpectedStatuses() {}

    static int statusFor(ExpectedResponse.SingleResponse expected, TestTarget place) {
        if (expected.status() != 0) {
            return expected.status();
        }
        return switch (expected.code()) {
            case -32700, -32600, -32020, -32021, -32022 -> BAD_REQUEST;
            case -32601 -> place.revision().isStateless() ? NOT_FOUND : OK;
            case TOO_MANY -> TOO_MANY;
            default -> OK;
        };
    }

    static int statusFor(ExpectedResponse.UnansweredKind kind, TestTarget place) {
        return switch (kind) {
            case NOTIFICATION -> ACCEPTED;
            case RESPONSE -> place.revision().isStateless() ? BAD_REQUEST : ACCEPTED;
            case BROKEN_NOTIFICATION, BROKEN_RESPONSE -> BAD_REQUEST;
        };
    }
}
