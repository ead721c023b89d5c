package dev.tenon.uri;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads a template (RFC 6570 section 2). Messages give positions from 0. */
final class UriTemplateParser {
    private static final String RESERVED_OPERATORS = "=,!@|";

    private final String template;
    private final List<UriPiece> pieces = new ArrayList<>();
    private final Set<String> names = new LinkedHashSet<>();
    private int at;

    UriTemplateParser(String template) {
        this.template = template;
    }

    List<UriPiece> pieces() {
        return pieces;
    }

    /** The names of the variables in their order. */
    List<String> names() {
        return List.copyOf(names);
    }

    UriTemplateParser run() {
        if (template.length() > UriTemplate.MAX_TEMPLATE_LENGTH) {
            throw new IllegalArgumentException("URI template of " + template.length() + " characters: at most "
                    + UriTemplate.MAX_TEMPLATE_LENGTH + " are allowed");
        }
        while (at < template.length()) {
            if (peek() == '{') {
                expression();
            } else {
                literal();
            }
        }
        return this;
    }

    private void literal() {
        int start = at;
        while (at < template.length() && peek() != '{') {
            int c = template.codePointAt(at);
            if (c == '}') {
                throw wrong(at, "'}' without '{' before it; a literal one is written %7D");
            } else if (c == '%' && !UriCharacters.isTriplet(template, at)) {
                throw wrong(at, "'%' without two hexadecimal digits; a literal one is written %25");
            } else if (c != '%' && !UriCharacters.isLiteral(c)) {
                throw wrong(at, shown(c) + " may not stand in a URI; percent-encode it");
            }
            at += Character.charCount(c);
        }
        String text = template.substring(start, at);
        UriText decoded = UriText.of(text)
                .orElseThrow(() -> wrong(
                        start,
                        "no URI can match the text from here to " + (start + text.length())
                                + ": what it percent-encodes is not UTF-8, or a control character"));
        pieces.add(new UriLiteral(text, decoded));
    }

    private void expression() {
        int open = at++;
        UriOperator operator = operator(open);
        List<UriVariable> variables = new ArrayList<>();
        do {
            variables.add(variable(open));
        } while (next(open) == ',');
        at--;
        if (peek() != '}') {
            throw wrong(
                    at,
                    shown(template.codePointAt(at)) + " may not stand in an expression; after a variable comes ','"
                            + " or '}', or ':' and a length, or '*'");
        }
        at++;
        pieces.add(new UriExpression(operator, variables));
    }

    private UriOperator operator(int open) {
        char symbol = next(open);
        if (RESERVED_OPERATORS.indexOf(symbol) >= 0) {
            throw wrong(at - 1, "the operator '" + symbol + "' is reserved; use one of + # . / ; ? & or none");
        }
        return UriOperator.of(symbol).orElseGet(() -> {
            at--;
            return UriOperator.SIMPLE;
        });
    }

    private UriVariable variable(int open) {
        int start = at;
        String name = name();
        if (!names.add(name)) {
            throw wrong(start, "the variable " + name + " is there twice; give each a name of its own");
        }
        if (names.size() > UriTemplate.MAX_VARIABLES) {
            throw wrong(start, "more than " + UriTemplate.MAX_VARIABLES + " variables");
        }
        char modifier = next(open);
        if (modifier == '*') {
            return new UriVariable(name, UriVariable.UNLIMITED, true);
        }
        if (modifier == ':') {
            return new UriVariable(name, maxLength(), false);
        }
        at--;
        return new UriVariable(name, UriVariable.UNLIMITED, false);
    }

    private String name() {
        int start = at;
        boolean dotAllowed = false;
        while (at < template.length()) {
            char c = peek();
            if (UriCharacters.isAlphanumeric(c) || c == '_') {
                at++;
            } else if (UriCharacters.isTriplet(template, at)) {
                at += 3;
            } else if (c == '.' && dotAllowed) {
                at++;
            } else {
                break;
            }
            dotAllowed = c != '.';
        }
        if (!dotAllowed) {
            throw wrong(
                    at,
                    "a variable's name is missing or incomplete; it has letters, digits, '_', and '.' between them");
        }
        String name = template.substring(start, at);
        if (UriText.of(name).isEmpty()) {
            throw wrong(start, "what the variable's name percent-encodes is not UTF-8, or a control character");
        }
        return name;
    }

    private int maxLength() {
        int start = at;
        int length = 0;
        while (at < template.length() && peek() >= '0' && peek() <= '9' && at < start + 5) {
            length = length * 10 + template.charAt(at++) - '0';
        }
        if (at == start || template.charAt(start) == '0' || length > 9999) {
            throw wrong(start, "after ':' comes a length from 1 to 9999");
        }
        return length;
    }

    private char peek() {
        return template.charAt(at);
    }

    private char next(int open) {
        if (at == template.length()) {
            throw wrong(open, "'{' without '}' after it; a literal one is written %7B");
        }
        return template.charAt(at++);
    }

    private static String shown(int c) {
        return c > ' ' && c < 0x7F ? "'" + (char) c + "'" : String.format(Locale.ROOT, "the character U+%04X", c);
    }

    private static IllegalArgumentException wrong(int index, String problem) {
        return new IllegalArgumentException("URI template, index " + index + ": " + problem);
    }
}
