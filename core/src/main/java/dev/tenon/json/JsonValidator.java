package dev.tenon.json;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.JsonException.JsonErrorReason;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Validates untrusted bytes in one pass: the grammar of RFC 8259, the limits, and duplicate names. Surrogates take a
 * second pass, when there is a {@code u} escape. It allocates little besides a {@link OuterMemberIndexer} and is not
 * recursive, so the sender cannot exhaust memory or stack. The bytes are UTF-8, which was validated before.
 */
final class JsonValidator {
    private static final int MAX_EXPONENT_DIGITS = 4;
    private static final int INITIAL_DEPTH = 8;

    private final byte[] bytes;
    private final JsonLimits limits;
    private int position;
    /** The start of the current value or name. */
    private int tokenStart;

    private int depth;
    private int[] counts = new int[INITIAL_DEPTH];
    /** The names read so far of the object at each depth. */
    private @Nullable DuplicateNameDetector[] names = new DuplicateNameDetector[INITIAL_DEPTH];

    private boolean[] objects = new boolean[INITIAL_DEPTH];
    /** The first duplicate member name. */
    private @Nullable String duplicate;

    private boolean hasUnicodeEscapes;
    private final OuterMemberIndexer memberIndex;

    JsonValidator(byte[] bytes, JsonLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
        this.memberIndex = new OuterMemberIndexer(bytes);
    }

    /**
     * Validates all of the bytes and returns the document.
     *
     * @throws JsonException when the bytes are not JSON, exceed a limit, or contain a duplicate member name
     */
    Json readDocument() {
        skipSpace();
        if (position == bytes.length) {
            throw JsonReader.malformedException("empty");
        }
        int start = position;
        readValue();
        while (depth > 0) {
            readMemberElementOrEnd();
        }
        int end = position;
        skipSpace();
        if (position < bytes.length) {
            throw startsValue(bytes[position])
                    ? JsonReader.malformedException("more than one document")
                    : syntaxError(position);
        }
        int unpaired = hasUnicodeEscapes ? SurrogateValidator.findUnpaired(bytes) : -1;
        if (unpaired >= 0) {
            throw JsonReader.malformedException("surrogate escape without its partner at byte " + unpaired);
        }
        if (duplicate != null) {
            String problem = "Member name " + Excerpts.quote(duplicate) + " occurs twice in one object";
            TopLevelMembers members = TopLevelMembers.readBefore(bytes.length, bytes, true);
            throw new JsonException(JsonErrorReason.DUPLICATE_NAME, problem, members);
        }
        Json container = memberIndex.document;
        return container == null ? new Json(bytes, start, end - start) : container;
    }

    /** Reads the end of the current object or array, or its next member or element. */
    private void readMemberElementOrEnd() {
        skipSpace();
        boolean object = objects[depth];
        if (peek() == (object ? '}' : ']')) {
            position++;
            memberIndex.closeContainer(depth, position);
            depth--;
            return;
        }
        if (counts[depth] > 0) {
            expect(',');
            skipSpace();
        }
        if (object) {
            readName();
            skipSpace();
            expect(':');
            skipSpace();
        }
        readValue();
    }

    private void readValue() {
        tokenStart = position;
        switch (peek()) {
            case '{' -> openContainer(true);
            case '[' -> openContainer(false);
            case '"' -> readString();
            case 't' -> readLiteral("true");
            case 'f' -> readLiteral("false");
            case 'n' -> readLiteral("null");
            default -> readNumber();
        }
    }

    private static boolean startsValue(byte b) {
        return b == '{' || b == '[' || b == '"' || b == '-' || b >= '0' && b <= '9' || b == 't' || b == 'f' || b == 'n';
    }

    /** Counts a member, an element or the document, and rejects a member or element beyond the limit. */
    private void countMember() {
        if (++counts[depth] > limits.members() && depth > 0) {
            throw limitException(
                    "More than " + limits.members() + " members or elements in one container (limit: json.members)");
        }
    }

    private void openContainer(boolean object) {
        countMember();
        position++;
        if (++depth > limits.depth()) {
            throw limitException("Nested deeper than " + limits.depth() + " levels (limit: json.depth)");
        }
        if (depth == counts.length) {
            counts = Arrays.copyOf(counts, depth * 2);
            names = Arrays.copyOf(names, depth * 2);
            objects = Arrays.copyOf(objects, depth * 2);
        }
        counts[depth] = 0;
        objects[depth] = object;
        memberIndex.openContainer(depth, object, tokenStart);
        DuplicateNameDetector detector = names[depth];
        if (object && detector != null) {
            detector.clear();
        }
    }

    private void readName() {
        tokenStart = position;
        if (peek() != '"') {
            throw syntaxError(position);
        }
        boolean escaped = skipString();
        int from = tokenStart + 1;
        int to = position - 1;
        if (to - from > limits.nameChars()
                && TrustedJsonScanner.readString(bytes, tokenStart, position).length() > limits.nameChars()) {
            throw limitException(
                    "Member name longer than " + limits.nameChars() + " characters (limit: json.nameChars)");
        }
        DuplicateNameDetector detector = names[depth];
        if (detector == null) {
            detector = new DuplicateNameDetector(bytes);
            names[depth] = detector;
        }
        if (!detector.add(from, to, escaped) && duplicate == null) {
            duplicate = TrustedJsonScanner.readString(bytes, tokenStart, position);
        }
        memberIndex.startMember(depth, from, to, escaped);
    }

    private void readString() {
        countMember();
        skipString();
        if (position - tokenStart - 2 > limits.stringBytes()) {
            throw limitException("String longer than " + limits.stringBytes() + " bytes (limit: json.stringBytes)");
        }
        memberIndex.addScalar(depth, tokenStart, position);
    }

    /** Skips a string from its opening quote past its closing quote; returns whether it contains escapes. */
    private boolean skipString() {
        boolean escaped = false;
        position++;
        while (true) {
            position = StringScanner.findQuoteBackslashOrControl(bytes, position, bytes.length);
            byte b = peek();
            if (b == '"') {
                position++;
                return escaped;
            }
            if (b != '\\') {
                throw syntaxError(position);
            }
            escaped = true;
            position++;
            skipEscape();
        }
    }

    private void skipEscape() {
        switch (peek()) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> position++;
            case 'u' -> {
                hasUnicodeEscapes = true;
                for (int last = position + 4; position < last; ) {
                    position++;
                    if (Character.digit(peek(), 16) < 0) {
                        throw syntaxError(position);
                    }
                }
                position++;
            }
            default -> throw syntaxError(position);
        }
    }

    private void readNumber() {
        if (peek() == '-') {
            position++;
        }
        if (peek() == '0') {
            position++;
        } else {
            skipDigits();
        }
        if (position < bytes.length && bytes[position] == '.') {
            position++;
            skipDigits();
        }
        int exponentDigits = position < bytes.length && (bytes[position] | 0x20) == 'e' ? readExponentDigitCount() : 0;
        countMember();
        if (position - tokenStart > limits.numberDigits()) {
            throw limitException(
                    "Number longer than " + limits.numberDigits() + " characters (limit: json.numberDigits)");
        }
        if (exponentDigits > MAX_EXPONENT_DIGITS) {
            throw limitException("Number with an exponent beyond 9999 (a fixed limit)");
        }
        memberIndex.addScalar(depth, tokenStart, position);
    }

    /** Returns the number of significant digits of the exponent. Arithmetic on 1e999999999 would take gigabytes. */
    private int readExponentDigitCount() {
        position++;
        if (peek() == '+' || peek() == '-') {
            position++;
        }
        int from = position;
        skipDigits();
        while (from < position && bytes[from] == '0') {
            from++;
        }
        return position - from;
    }

    private void skipDigits() {
        int from = position;
        while (position < bytes.length && bytes[position] >= '0' && bytes[position] <= '9') {
            position++;
        }
        if (position == from) {
            throw syntaxError(position);
        }
    }

    private void readLiteral(String literal) {
        for (int i = 0; i < literal.length(); i++, position++) {
            if (peek() != literal.charAt(i)) {
                throw syntaxError(position);
            }
        }
        countMember();
        memberIndex.addScalar(depth, tokenStart, position);
    }

    private void skipSpace() {
        while (position < bytes.length && bytes[position] <= ' ' && isSpace(bytes[position])) {
            position++;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private byte peek() {
        if (position == bytes.length) {
            throw syntaxError(position);
        }
        return bytes[position];
    }

    private void expect(char expected) {
        if (peek() != expected) {
            throw syntaxError(position);
        }
        position++;
    }

    private static JsonException syntaxError(int near) {
        return JsonReader.malformedException("syntax error near byte " + near);
    }

    private JsonException limitException(String message) {
        TopLevelMembers members = TopLevelMembers.readBefore(tokenStart, bytes, false);
        return new JsonException(JsonErrorReason.LIMIT, message, members);
    }
}
