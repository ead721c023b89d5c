package dev.tenon.guard.content;

/** A private key in PEM (RFC 7468), from behind {@code -----BEGIN } to the end of its last line; cut off, as far as there is one. */
final class PrivateKeyShape implements SecretShape {
    private static final int LONGEST = 16_384;
    private static final int LONGEST_LABEL = 40;

    @Override
    public int end(String text, int from) {
        int label = text.indexOf("-----", from);
        if (label < 0
                || label - from > LONGEST_LABEL
                || !text.substring(from, label).contains("PRIVATE KEY")) {
            return -1;
        }
        int most = Math.min(text.length(), label + LONGEST);
        int closing = text.substring(label + 5, most).indexOf("-----END ");
        if (closing < 0) {
            return most;
        }
        int last = text.indexOf("-----", label + 5 + closing + 9);
        return last < 0 || last > most ? most : last + 5;
    }
}
