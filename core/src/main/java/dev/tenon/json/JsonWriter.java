package dev.tenon.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes a single compact JSON value, member by member, as UTF-8 bytes. The caller must write names and values in a
 * valid order; this is not checked. Not safe for use by multiple threads.
 */
public final class JsonWriter {
    private static final int MIN_COPY_CHARS = 16;
    /** The maximum length of a string that is written through a temporary copy; larger copies are too slow. */
    private static final int MAX_COPY_CHARS = 8192;
    /** The maximum number of unused bytes that a value may retain, unless its text is longer. */
    private static final int MAX_SPARE_BYTES = 512;
    /** Space for the few short members and brackets that usually follow a long value. */
    private static final int CLOSING_BYTES = 128;

    private byte[] out;
    private int position;
    private boolean needsComma;

    /** Creates a writer with an initial capacity of 256 bytes. */
    public JsonWriter() {
        this(256);
    }

    /** Creates a writer with an initial capacity. */
    public JsonWriter(int expectedBytes) {
        out = new byte[Math.max(16, expectedBytes)];
    }

    /** Opens an object. */
    public JsonWriter beginObject() {
        return openContainer('{');
    }

    /** Closes the object. */
    public JsonWriter endObject() {
        return closeContainer('}');
    }

    /** Opens an array. */
    public JsonWriter beginArray() {
        return openContainer('[');
    }

    /** Closes the array. */
    public JsonWriter endArray() {
        return closeContainer(']');
    }

    /** Writes a member's name; its value must follow. */
    public JsonWriter name(String name) {
        writeCommaIfNeeded();
        writeString(name);
        put(':');
        needsComma = false;
        return this;
    }

    /** Writes a string. An unpaired surrogate becomes U+FFFD, since UTF-8 cannot represent it. */
    public JsonWriter value(String value) {
        writeCommaIfNeeded();
        writeString(value);
        return this;
    }

    /** Writes an integer. */
    public JsonWriter value(long value) {
        return writeRawValue(Long.toString(value));
    }

    /**
     * Writes a number; integers are written without a fraction.
     *
     * @throws IllegalArgumentException for NaN and the infinities, which JSON cannot represent
     */
    public JsonWriter value(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON has no number for " + value);
        }
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
        return writeRawValue(isWhole ? Long.toString((long) value) : Double.toString(value));
    }

    /** Writes {@code true} or {@code false}. */
    public JsonWriter value(boolean value) {
        return writeRawValue(value ? "true" : "false");
    }

    /** Writes a value as its text, unchanged. */
    public JsonWriter value(Json value) {
        writeCommaIfNeeded();
        ensureCapacity(value.sizeInBytes());
        value.copyTextToArray(out, position);
        position += value.sizeInBytes();
        return this;
    }

    /** Writes a member, or nothing when the value is null. */
    public JsonWriter fieldUnlessNull(String name, @Nullable String value) {
        return value == null ? this : name(name).value(value);
    }

    /** Writes a member, or nothing when the value is null. */
    public JsonWriter fieldUnlessNull(String name, @Nullable Json value) {
        return value == null ? this : name(name).value(value);
    }

    /** Writes a member, or nothing when the value is null. */
    public JsonWriter fieldUnlessNull(String name, @Nullable Boolean value) {
        return value == null ? this : name(name).value(value.booleanValue());
    }

    /** Writes a number as a member, or nothing when it is null. */
    public JsonWriter fieldUnlessNull(String name, @Nullable Number value) {
        if (value == null) {
            return this;
        }
        name(name);
        return value instanceof Double || value instanceof Float
                ? value(value.doubleValue())
                : writeRawValue(value.toString());
    }

    /** Returns a copy of the written bytes. */
    public byte[] toBytes() {
        return Arrays.copyOf(out, position);
    }

    /**
     * Returns the written bytes without a copy if the capacity is used up exactly. The writer must not be used
     * afterwards.
     */
    public byte[] takeBytes() {
        return position == out.length ? out : toBytes();
    }

    /** Returns the written value. Later writes do not change it. */
    public Json toJson() {
        // The array is shared if little space is unused: later writes only append after the value.
        boolean share = out.length - position <= Math.max(position, MAX_SPARE_BYTES);
        return new Json(share ? out : toBytes(), 0, position);
    }

    private JsonWriter openContainer(char bracket) {
        writeCommaIfNeeded();
        put(bracket);
        needsComma = false;
        return this;
    }

    private JsonWriter closeContainer(char bracket) {
        put(bracket);
        needsComma = true;
        return this;
    }

    /** Writes a JSON value from its text, after a comma if needed. The text must be ASCII; this is not checked. */
    JsonWriter writeRawValue(String ascii) {
        writeCommaIfNeeded();
        for (int i = 0; i < ascii.length(); i++) {
            put(ascii.charAt(i));
        }
        return this;
    }

    private void writeCommaIfNeeded() {
        if (needsComma) {
            put(',');
        }
        needsComma = true;
    }

    private void writeString(String s) {
        if (s.length() < MIN_COPY_CHARS || s.length() > MAX_COPY_CHARS || !tryWritePlain(s)) {
            writeEachCharacter(s);
        }
    }

    /** Writes text without escapes in one copy; returns false, without writing, for other text. */
    private boolean tryWritePlain(String s) {
        byte[] utf8 = s.getBytes(StandardCharsets.UTF_8);
        if (utf8.length != s.length()
                || StringScanner.findQuoteBackslashOrControl(utf8, 0, utf8.length) < utf8.length) {
            return false;
        }
        ensureCapacity(utf8.length + 2);
        put('"');
        System.arraycopy(utf8, 0, out, position, utf8.length);
        position += utf8.length;
        put('"');
        return true;
    }

    private void writeEachCharacter(String s) {
        ensureCapacity(s.length() + 2);
        put('"');
        for (int i = writePlainPrefix(s); i < s.length(); i++) {
            char c = s.charAt(i);
            if (isPlain(c)) {
                put(c);
            } else if (c < 0x80) {
                writeEscaped(c);
            } else {
                int rest = findNonAsciiEnd(s, i);
                byte[] utf8 = replaceLoneSurrogates(s.substring(i, rest)).getBytes(StandardCharsets.UTF_8);
                ensureCapacity(utf8.length);
                System.arraycopy(utf8, 0, out, position, utf8.length);
                position += utf8.length;
                i = rest - 1;
            }
        }
        put('"');
    }

    /**
     * Writes the longest prefix that needs no escape; the capacity is already ensured. It covers most names and words
     * completely.
     */
    private int writePlainPrefix(String s) {
        int i = 0;
        while (i < s.length() && isPlain(s.charAt(i))) {
            out[position++] = (byte) s.charAt(i);
            i++;
        }
        return i;
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
    }

    private static int findNonAsciiEnd(String s, int from) {
        int i = from;
        while (i < s.length() && s.charAt(i) >= 0x80) {
            i++;
        }
        return i;
    }

    private static String replaceLoneSurrogates(String s) {
        StringBuilder fixed = new StringBuilder(s.length());
        s.codePoints().forEach(c -> fixed.appendCodePoint(c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c));
        return fixed.toString();
    }

    private void writeEscaped(char c) {
        switch (c) {
            case '"', '\\' -> writeEscape(c);
            case '\n' -> writeEscape('n');
            case '\r' -> writeEscape('r');
            case '\t' -> writeEscape('t');
            case '\b' -> writeEscape('b');
            case '\f' -> writeEscape('f');
            default -> writeUnicodeEscape(c);
        }
    }

    private void writeEscape(char c) {
        put('\\');
        put(c);
    }

    /** Writes a character below 0x100 as a Unicode escape with four digits. */
    private void writeUnicodeEscape(char c) {
        writeEscape('u');
        put('0');
        put('0');
        put(Character.forDigit(c >> 4, 16));
        put(Character.forDigit(c & 15, 16));
    }

    private void put(char c) {
        ensureCapacity(1);
        out[position++] = (byte) c;
    }

    private void ensureCapacity(int additional) {
        if (position + additional > out.length) {
            out = Arrays.copyOf(out, Math.max(out.length * 2, position + additional + CLOSING_BYTES));
        }
    }
}
