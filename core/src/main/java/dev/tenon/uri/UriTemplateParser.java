package dev.tenon.uri;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parses a template (RFC 6570, section 2). Messages contain indexes from 0. */
final class UriTemplateParser {
    private static final String RESERVED_OPERATORS = "=,!@|";

    final List<TemplateComponent> components = new ArrayList<>();
    /** The names of the variables in order. */
    final Set<String> names = new LinkedHashSet<>();

    private final String template;
    private int position;

    UriTemplateParser(String template) {
        this.template = template;
    }

    UriTemplateParser parse() {
        if (template.length() > UriTemplate.MAX_TEMPLATE_LENGTH) {
            throw new IllegalArgumentException("URI template of " + template.length() + " characters: at most "
                    + UriTemplate.MAX_TEMPLATE_LENGTH + " are allowed");
        }
        while (position < template.length()) {
            if (peek() == '{') {
                parseExpression();
            } else {
                parseLiteral();
            }
        }
        return this;
    }

    private void parseLiteral() {
        int start = position;
        while (position < template.length() && peek() != '{') {
            int c = template.codePointAt(position);
            if (c == '}') {
                throw syntaxError(position, "'}' without '{' before it; a literal one is written %7D");
            } else if (c == '%' && !UriCharacters.isPercentTriplet(template, position)) {
                throw syntaxError(position, "'%' without two hexadecimal digits; a literal one is written %25");
            } else if (c != '%' && !UriCharacters.isLiteral(c)) {
                throw syntaxError(position, describe(c) + " is not allowed in a URI; percent-encode it");
            }
            position += Character.charCount(c);
        }
        String text = template.substring(start, position);
        DecodedUriText decoded = DecodedUriText.of(text)
                .orElseThrow(() -> syntaxError(
                        start,
                        "no URI can match the text from here to " + position
                                + ": what it percent-encodes is not UTF-8, or a control character"));
        components.add(new TemplateLiteral(text, decoded));
    }

    private void parseExpression() {
        int open = position++;
        TemplateOperator operator = parseOperator(open);
        List<TemplateVariable> variables = new ArrayList<>();
        do {
            variables.add(parseVariable(open));
        } while (nextChar(open) == ',');
        position--;
        if (peek() != '}') {
            String given = describe(template.codePointAt(position));
            String expected = "after a variable comes ',' or '}', or ':' and a length, or '*'";
            throw syntaxError(position, given + " is not allowed in an expression; " + expected);
        }
        position++;
        components.add(new TemplateExpression(operator, variables));
    }

    private TemplateOperator parseOperator(int open) {
        char symbol = nextChar(open);
        if (RESERVED_OPERATORS.indexOf(symbol) >= 0) {
            throw syntaxError(
                    position - 1, "the operator '" + symbol + "' is reserved; use one of + # . / ; ? & or none");
        }
        return TemplateOperator.of(symbol).orElseGet(() -> {
            position--;
            return TemplateOperator.SIMPLE;
        });
    }

    private TemplateVariable parseVariable(int open) {
        int start = position;
        String name = parseName();
        if (!names.add(name)) {
            throw syntaxError(start, "the variable " + name + " occurs twice; use distinct names");
        }
        if (names.size() > UriTemplate.MAX_VARIABLES) {
            throw syntaxError(start, "more than " + UriTemplate.MAX_VARIABLES + " variables");
        }
        return switch (nextChar(open)) {
            case '*' -> new TemplateVariable(name, TemplateVariable.UNLIMITED, true);
            case ':' -> new TemplateVariable(name, parseMaxLength(), false);
            default -> {
                position--;
                yield new TemplateVariable(name, TemplateVariable.UNLIMITED, false);
            }
        };
    }

    private String parseName() {
        int start = position;
        boolean dotAllowed = false;
        while (position < template.length()) {
            char c = peek();
            if (UriCharacters.isAlphanumeric(c) || c == '_') {
                position++;
            } else if (UriCharacters.isPercentTriplet(template, position)) {
                position += 3;
            } else if (c == '.' && dotAllowed) {
                position++;
            } else {
                break;
            }
            dotAllowed = c != '.';
        }
        if (!dotAllowed) {
            String expected = "it has letters, digits, '_', and '.' between them";
            throw syntaxError(position, "a variable's name is missing or incomplete; " + expected);
        }
        String name = template.substring(start, position);
        if (DecodedUriText.of(name).isEmpty()) {
            throw syntaxError(start, "what the variable's name percent-encodes is not UTF-8, or a control character");
        }
        return name;
    }

    private int parseMaxLength() {
        int start = position;
        int length = 0;
        while (position < template.length() && peek() >= '0' && peek() <= '9' && position < start + 5) {
            length = length * 10 + template.charAt(position++) - '0';
        }
        if (position == start || template.charAt(start) == '0' || length > 9999) {
            throw syntaxError(start, "after ':' comes a length from 1 to 9999");
        }
        return length;
    }

    private char peek() {
        return template.charAt(position);
    }

    private char nextChar(int open) {
        if (position == template.length()) {
            throw syntaxError(open, "'{' without '}' after it; a literal one is written %7B");
        }
        return template.charAt(position++);
    }

    private static String describe(int c) {
        return c > ' ' && c < 0x7F ? "'" + (char) c + "'" : String.format(Locale.ROOT, "the character U+%04X", c);
    }

    private static IllegalArgumentException syntaxError(int index, String problem) {
        return new IllegalArgumentException("URI template, index " + index + ": " + problem);
    }
}
