package dev.tenon.guard.content;

/**
 * Matches a private key in PEM (RFC 7468) from after {@code -----BEGIN } to the end of its last line, or to the end of
 * the text if it is truncated.
 */
final class PrivateKeyMatcher implements SecretBodyMatcher {
    private static final int MAX_LENGTH = 16_384;
    private static final int MAX_LABEL_LENGTH = 40;

    @Override
    public int findEnd(String text, int from) {
        int label = text.indexOf("-----", from);
        if (label < 0
                || label - from > MAX_LABEL_LENGTH
                || !text.substring(from, label).contains("PRIVATE KEY")) {
            return -1;
        }
        int limit = Math.min(text.length(), label + MAX_LENGTH);
        int closing = text.substring(label + 5, limit).indexOf("-----END ");
        if (closing < 0) {
            return limit;
        }
        int last = text.indexOf("-----", label + 5 + closing + 9);
        return last < 0 || last > limit ? limit : last + 5;
    }
}
