package dev.tenon.schema;

import dev.tenon.json.Json;

/** How long a text may be, in characters of Unicode. */
record LengthCheck(int least, int most) implements Check {
    private static final int QUOTES = 2;

    /** As an escaped pair of surrogates a character takes twelve bytes of JSON text; none takes less than one. */
    private static final int WIDEST = 12;

    @Override
    public boolean holds(Json value, Allowance allowance) {
        int bytes = value.size() - QUOTES;
        if (bytes <= most && (bytes + WIDEST - 1) / WIDEST >= least) {
            return true;
        }
        String text = allowance.reading(bytes, 1) ? value.string() : null;
        if (text == null) {
            return false;
        }
        int length = text.codePointCount(0, text.length());
        return length >= least && length <= most;
    }
}
