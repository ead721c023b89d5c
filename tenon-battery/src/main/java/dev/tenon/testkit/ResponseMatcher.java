package dev.tenon.testkit;

/** Compares one answer with what is expected of it. */
final class ResponseMatcher {
    private ResponseMatcher() {}

    static boolean matches(ExpectedResponse.SingleResponse expected, ParsedResponse reply, ErrorIdMode ids) {
        return expected.code() == reply.code()
                && idMatches(expected, reply, ids)
                && expected.words().stream().allMatch(reply.words()::contains);
    }

    private static boolean idMatches(ExpectedResponse.SingleResponse expected, ParsedResponse reply, ErrorIdMode ids) {
        String id = reply.id();
        if (expected.id() == null) {
            return ids == ErrorIdMode.NULL ? "null".equals(id) : id == null;
        }
        return expected.id().equals(ExpectedResponse.SingleResponse.ANY_ID)
                ? id != null
                : expected.id().equals(id);
    }
}
