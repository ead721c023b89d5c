package dev.tenon.uri;

import java.util.Arrays;
import java.util.Optional;

/** The operators of expressions, and how each expands (RFC 6570 section 3.2.1 and appendix A). */
enum TemplateOperator {
    SIMPLE("", ','),
    RESERVED("+", ','),
    FRAGMENT("#", ','),
    LABEL(".", '.'),
    PATH("/", '/'),
    PARAMETER(";", ';'),
    QUERY("?", '&'),
    CONTINUATION("&", '&');

    private final String symbol;
    private final char separator;

    TemplateOperator(String symbol, char separator) {
        this.symbol = symbol;
        this.separator = separator;
    }

    static Optional<TemplateOperator> of(char symbol) {
        return Arrays.stream(values())
                .filter(operator -> operator.symbol.equals(String.valueOf(symbol)))
                .findFirst();
    }

    /** What stands before the first value that is there. */
    String prefix() {
        return this == RESERVED ? "" : symbol;
    }

    /** What stands between values. */
    char separator() {
        return separator;
    }

    /** Whether values come with the names of their variables. */
    boolean isNamed() {
        return this == PARAMETER || isQuery();
    }

    /** Whether a name is followed by an equals sign even when the value is empty. */
    boolean isQuery() {
        return this == QUERY || this == CONTINUATION;
    }

    /** Whether reserved characters stand as they are in values. */
    boolean allowsReserved() {
        return this == RESERVED || this == FRAGMENT;
    }
}
