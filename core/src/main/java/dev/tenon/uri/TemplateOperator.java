package dev.tenon.uri;

import java.util.Arrays;
import java.util.Optional;

/** The operators of expressions and their expansion (RFC 6570, section 3.2.1 and appendix A). */
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

    /** Returns the text before the first present value. */
    String prefix() {
        return this == RESERVED ? "" : symbol;
    }

    /** Returns the separator between values. */
    char separator() {
        return separator;
    }

    /** Returns whether values are preceded by the names of their variables. */
    boolean isNamed() {
        return this == PARAMETER || isQuery();
    }

    /** Returns whether a name is followed by an equals sign even if the value is empty. */
    boolean isQuery() {
        return this == QUERY || this == CONTINUATION;
    }

    /** Returns whether reserved characters in values are not encoded. */
    boolean allowsReserved() {
        return this == RESERVED || this == FRAGMENT;
    }
}
