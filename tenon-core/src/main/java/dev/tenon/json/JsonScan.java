package dev.tenon.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One pass over untrusted bytes: the grammar of RFC 8259, the limits, and names that occur twice. It makes little of what it
 * reads, an {@link Outline}, and never calls itself, so that neither memory nor stack depends on the sender. The bytes are
 * UTF-8, which was checked before.
 */
final class JsonScan {
    private static final int MAX_EXPONENT_DIGITS = 4;
    private static final int USUAL_DEPTH = 8;

    private final byte[] bytes;
    private final JsonLimits limits;
    private int at;
    /** Where the value or name began that is being read. */
    private int token;

    private int start;
    private int end;
    private int depth;
    private int[] counts = new int[USUAL_DEPTH];
    /** The names so far of the object at each depth. */
    private @Nullable Names[] names = new Names[USUAL_DEPTH];

    private boolean[] objects = new boolean[USUAL_DEPTH];
    private @Nullable String duplicate;
    private boolean hasUnicodeEscapes;
    private final Outline outline;

    JsonScan(byte[] bytes, JsonLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
        this.outline = new Outline(bytes);
    }

    /**
     * Reads to the end.
     *
     * @throws JsonException when this is not JSON, or goes beyond a limit
     */
    void run() {
        skipSpace();
        if (at == bytes.length) {
            throw JsonReader.malformed("empty");
        }
        start = at;
        value();
        while (depth > 0) {
            next();
        }
        end = at;
        skipSpace();
        if (at < bytes.length) {
            throw startsValue(bytes[at]) ? JsonReader.malformed("more than one document") : syntaxError(at);
        }
    }

    /** What has been read. */
    Json document() {
        Json container = outline.document();
        return container == null ? Json.trusted(bytes, start, end - start) : container;
    }

    /** Where the document begins, after white space. */
    int start() {
        return start;
    }

    /** Where the document ends, before white space. */
    int end() {
        return end;
    }

    /** The first member name that occurs twice in one object, if any. */
    @Nullable String duplicate() {
        return duplicate;
    }

    /** Whether there is a {@code u} escape anywhere. */
    boolean hasUnicodeEscapes() {
        return hasUnicodeEscapes;
    }

    /** What comes next in an open object or array: its end, or one more member or element. */
    private void next() {
        skipSpace();
        boolean object = objects[depth];
        if (peek() == (object ? '}' : ']')) {
            at++;
            outline.closed(depth, at);
            depth--;
            return;
        }
        if (counts[depth] > 0) {
            expect(',');
            skipSpace();
        }
        if (object) {
            name();
            skipSpace();
            expect(':');
            skipSpace();
        }
        value();
    }

    private void value() {
        token = at;
        switch (peek()) {
            case '{' -> open(true);
            case '[' -> open(false);
            case '"' -> {
                count();
                string();
                outline.scalar(depth, token, at);
            }
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> number();
        }
    }

    private static boolean startsValue(byte b) {
        return b == '{' || b == '[' || b == '"' || b == '-' || b >= '0' && b <= '9' || b == 't' || b == 'f' || b == 'n';
    }

    private void count() {
        if (++counts[depth] > limits.members() && depth > 0) {
            throw limit(
                    "More than " + limits.members() + " members or elements in one container (limit: json.members)");
        }
    }

    private void open(boolean object) {
        count();
        at++;
        if (++depth > limits.depth()) {
            throw limit("Nested deeper than " + limits.depth() + " levels (limit: json.depth)");
        }
        if (depth == counts.length) {
            counts = Arrays.copyOf(counts, depth * 2);
            names = Arrays.copyOf(names, depth * 2);
            objects = Arrays.copyOf(objects, depth * 2);
        }
        counts[depth] = 0;
        objects[depth] = object;
        outline.opened(depth, object, token);
        Names level = names[depth];
        if (object && level != null) {
            level.clear();
        }
    }

    private void name() {
        token = at;
        if (peek() != '"') {
            throw syntaxError(at);
        }
        boolean escaped = text();
        int from = token + 1;
        int to = at - 1;
        if (to - from > limits.nameChars() && TrustedScan.text(bytes, token, at).length() > limits.nameChars()) {
            throw limit("Member name longer than " + limits.nameChars() + " characters (limit: json.nameChars)");
        }
        Names level = names[depth];
        if (level == null) {
            level = new Names(bytes);
            names[depth] = level;
        }
        if (!level.add(from, to, escaped) && duplicate == null) {
            duplicate = TrustedScan.text(bytes, token, at);
        }
        outline.named(depth, from, to, escaped);
    }

    private void string() {
        text();
        if (at - token - 2 > limits.stringBytes()) {
            throw limit("String longer than " + limits.stringBytes() + " bytes (limit: json.stringBytes)");
        }
    }

    /** Reads a string from its opening to behind its closing quote; whether there are escapes in it. */
    private boolean text() {
        boolean escaped = false;
        at++;
        while (true) {
            at = StringBytes.plainEnd(bytes, at, bytes.length);
            byte b = peek();
            if (b == '"') {
                at++;
                return escaped;
            }
            if (b != '\\') {
                throw syntaxError(at);
            }
            escaped = true;
            at++;
            escape();
        }
    }

    private void escape() {
        switch (peek()) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at++;
            case 'u' -> {
                hasUnicodeEscapes = true;
                for (int last = at + 4; at < last; ) {
                    at++;
                    if (Character.digit(peek(), 16) < 0) {
                        throw syntaxError(at);
                    }
                }
                at++;
            }
            default -> throw syntaxError(at);
        }
    }

    private void number() {
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (at < bytes.length && bytes[at] == '.') {
            at++;
            digits();
        }
        int exponentDigits = at < bytes.length && (bytes[at] | 0x20) == 'e' ? exponent() : 0;
        count();
        if (at - token > limits.numberDigits()) {
            throw limit("Number longer than " + limits.numberDigits() + " characters (limit: json.numberDigits)");
        }
        if (exponentDigits > MAX_EXPONENT_DIGITS) {
            throw limit("Number with an exponent beyond 9999 (a fixed limit)");
        }
        outline.scalar(depth, token, at);
    }

    /** Arithmetic on 1e999999999 would cost gigabytes: how many digits of the exponent count. */
    private int exponent() {
        at++;
        if (peek() == '+' || peek() == '-') {
            at++;
        }
        int from = at;
        digits();
        while (from < at && bytes[from] == '0') {
            from++;
        }
        return at - from;
    }

    private void digits() {
        int from = at;
        while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == from) {
            throw syntaxError(at);
        }
    }

    private void literal(String word) {
        for (int i = 0; i < word.length(); i++, at++) {
            if (peek() != word.charAt(i)) {
                throw syntaxError(at);
            }
        }
        count();
        outline.scalar(depth, token, at);
    }

    private void skipSpace() {
        while (at < bytes.length && bytes[at] <= ' ' && isSpace(bytes[at])) {
            at++;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private byte peek() {
        if (at == bytes.length) {
            throw syntaxError(at);
        }
        return bytes[at];
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw syntaxError(at);
        }
        at++;
    }

    private static JsonException syntaxError(int near) {
        return JsonReader.malformed("syntax error near byte " + near);
    }

    private JsonException limit(String message) {
        return JsonReader.limit(message, TopLevelMembers.before(token, bytes, false));
    }
}
