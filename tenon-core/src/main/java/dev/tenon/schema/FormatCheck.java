package dev.tenon.schema;

import dev.tenon.json.Json;

/** A {@code format} of texts that is asserted. */
record FormatCheck(Formats.Rule rule) implements Check {
    /** How often a format may go through a text. */
    private static final int TIMES = 8;

    @Override
    public boolean holds(Json value, Allowance allowance) {
        return allowance.reading(value.size(), TIMES) && rule.fits().test(String.valueOf(value.string()));
    }
}
