package dev.tenon.testkit;

/** Compares a response with an expected one. */
final class ResponseMatcher {
    private ResponseMatcher() {}

    static boolean matches(ExpectedResponse.SingleResponse expected, ParsedResponse response, ErrorIdMode idMode) {
        return expected.code() == response.code()
                && idMatches(expected, response, idMode)
                && expected.texts().stream().allMatch(response.text()::contains);
    }

    private static boolean idMatches(
            ExpectedResponse.SingleResponse expected, ParsedResponse response, ErrorIdMode idMode) {
        String id = response.id();
        if (expected.id() == null) {
            return idMode == ErrorIdMode.NULL ? "null".equals(id) : id == null;
        }
        return expected.id().equals(ExpectedResponse.SingleResponse.ANY_ID)
                ? id != null
                : expected.id().equals(id);
    }
}
