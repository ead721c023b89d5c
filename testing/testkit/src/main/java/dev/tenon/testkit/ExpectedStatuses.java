package dev.tenon.testkit;

/** Defines the expected HTTP status of each response: a second, independent copy of the project's table of errors. */
final class ExpectedStatuses {
    static final int OK = 200;
    static final int ACCEPTED = 202;
    static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY = 429;

    private ExpectedStatuses() {}

    static int statusFor(ExpectedResponse.SingleResponse expected, TestTarget target) {
        if (expected.status() != 0) {
            return expected.status();
        }
        return switch (expected.code()) {
            case -32700, -32600, -32020, -32021, -32022 -> BAD_REQUEST;
            case -32601 -> target.revision().isStateless() ? NOT_FOUND : OK;
            case TOO_MANY -> TOO_MANY;
            default -> OK;
        };
    }

    static int statusFor(ExpectedResponse.UnansweredKind kind, TestTarget target) {
        return switch (kind) {
            case NOTIFICATION -> ACCEPTED;
            case RESPONSE -> target.revision().isStateless() ? BAD_REQUEST : ACCEPTED;
            case BROKEN_NOTIFICATION, BROKEN_RESPONSE -> BAD_REQUEST;
        };
    }
}
