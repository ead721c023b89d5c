package dev.tenon.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes one compact JSON value, member by member, straight into UTF-8 bytes. Names and values must be given in a legal
 * order; that is the caller's duty and is not checked. Not for use by two threads.
 */
public final class JsonWriter {
    private static final int SHORT = 16;
    /** Beyond that, a copy on the way would be felt. */
    private static final int LONG = 8192;
    /** So many bytes may be kept for nothing with a value, or as many as it has. */
    private static final int SPARE = 512;
    /** Room for what usually follows a long value: a few short members, and the brackets around them. */
    private static final int CLOSING = 128;

    private byte[] out;
    private int at;
    private boolean needsComma;

    public JsonWriter() {
        this(256);
    }

    /** A writer that expects about that many bytes. */
    public JsonWriter(int expectedBytes) {
        out = new byte[Math.max(16, expectedBytes)];
    }

    /** Opens an object. */
    public JsonWriter object() {
        return open('{');
    }

    /** Closes the object. */
    public JsonWriter endObject() {
        return close('}');
    }

    /** Opens an array. */
    public JsonWriter array() {
        return open('[');
    }

    /** Closes the array. */
    public JsonWriter endArray() {
        return close(']');
    }

    /** Writes a member's name; its value must follow. */
    public JsonWriter name(String name) {
        comma();
        string(name);
        put(':');
        needsComma = false;
        return this;
    }

    /** Writes a string. A surrogate without its partner becomes U+FFFD, since no UTF-8 can carry it. */
    public JsonWriter value(String value) {
        comma();
        string(value);
        return this;
    }

    /** Writes a whole number. */
    public JsonWriter value(long value) {
        return raw(Long.toString(value));
    }

    /**
     * Writes a number; a whole one without a fraction.
     *
     * @throws IllegalArgumentException for NaN and the infinities, which JSON does not have
     */
    public JsonWriter value(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON has no number for " + value);
        }
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
        return raw(whole ? Long.toString((long) value) : Double.toString(value));
    }

    /** Writes {@code true} or {@code false}. */
    public JsonWriter value(boolean value) {
        return raw(value ? "true" : "false");
    }

    /** Writes a value as the text it is. */
    public JsonWriter value(Json value) {
        comma();
        ensure(value.size());
        value.copyTo(out, at);
        at += value.size();
        return this;
    }

    /** Writes a member, or nothing when the value is null. */
    public JsonWriter field(String name, @Nullable String value) {
        return value == null ? this : name(name).value(value);
    }

    /** Writes a member, or nothing when the value is null. */
    public JsonWriter field(String name, @Nullable Json value) {
        return value == null ? this : name(name).value(value);
    }

    /** Writes a member, or nothing when the value is null. */
    public JsonWriter field(String name, @Nullable Boolean value) {
        return value == null ? this : name(name).value(value.booleanValue());
    }

    /** Writes a number as a member, or nothing when it is null. */
    public JsonWriter field(String name, @Nullable Number value) {
        if (value == null) {
            return this;
        }
        name(name);
        return value instanceof Double || value instanceof Float ? value(value.doubleValue()) : raw(value.toString());
    }

    /** What was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(out, at);
    }

    /** What was written, when nothing is written afterwards: without a copy where it has the length that was expected. */
    public byte[] finish() {
        return at == out.length ? out : toBytes();
    }

    /** What was written, as a value. What is written afterwards does not change it. */
    public Json toJson() {
        // Without a copy, where not much more is kept than the value: what is written from now on comes behind it.
        boolean nearlyAll = out.length - at <= Math.max(at, SPARE);
        return Json.trusted(nearlyAll ? out : toBytes(), 0, at);
    }

    private JsonWriter open(char bracket) {
        comma();
        put(bracket);
        needsComma = false;
        return this;
    }

    private JsonWriter close(char bracket) {
        put(bracket);
        needsComma = true;
        return this;
    }

    JsonWriter raw(String ascii) {
        comma();
        for (int i = 0; i < ascii.length(); i++) {
            put(ascii.charAt(i));
        }
        return this;
    }

    private void comma() {
        if (needsComma) {
            put(',');
        }
        needsComma = true;
    }

    private void string(String s) {
        if (s.length() < SHORT || s.length() > LONG || !wholeString(s)) {
            eachCharacter(s);
        }
    }

    /** Most text needs no escapes, and is copied in one piece; false, and nothing written, for other text. */
    private boolean wholeString(String s) {
        byte[] utf8 = s.getBytes(StandardCharsets.UTF_8);
        if (utf8.length != s.length() || StringBytes.plainEnd(utf8, 0, utf8.length) < utf8.length) {
            return false;
        }
        ensure(utf8.length + 2);
        put('"');
        System.arraycopy(utf8, 0, out, at, utf8.length);
        at += utf8.length;
        put('"');
        return true;
    }

    private void eachCharacter(String s) {
        ensure(s.length() + 2);
        put('"');
        for (int i = plainCharacters(s); i < s.length(); i++) {
            char c = s.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else {
                int rest = nonAsciiEnd(s, i);
                byte[] utf8 = wellFormed(s.substring(i, rest)).getBytes(StandardCharsets.UTF_8);
                ensure(utf8.length);
                System.arraycopy(utf8, 0, out, at, utf8.length);
                at += utf8.length;
                i = rest - 1;
            }
        }
        put('"');
    }

    /** Writes what stands for itself at the beginning, for which there is room: most names and words are no more than that. */
    private int plainCharacters(String s) {
        int i = 0;
        while (i < s.length() && isPlain(s.charAt(i))) {
            out[at++] = (byte) s.charAt(i);
            i++;
        }
        return i;
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
    }

    private static int nonAsciiEnd(String s, int from) {
        int i = from;
        while (i < s.length() && s.charAt(i) >= 0x80) {
            i++;
        }
        return i;
    }

    private static String wellFormed(String s) {
        StringBuilder fixed = new StringBuilder(s.length());
        s.codePoints().forEach(c -> fixed.appendCodePoint(c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c));
        return fixed.toString();
    }

    private void ascii(char c) {
        switch (c) {
            case '"', '\\' -> escape(c);
            case '\n' -> escape('n');
            case '\r' -> escape('r');
            case '\t' -> escape('t');
            case '\b' -> escape('b');
            case '\f' -> escape('f');
            default -> {
                if (c >= 0x20) {
                    put(c);
                } else {
                    raw6(c);
                }
            }
        }
    }

    private void escape(char c) {
        put('\\');
        put(c);
    }

    private void raw6(char c) {
        String hex = "0123456789abcdef";
        escape('u');
        put('0');
        put('0');
        put(hex.charAt(c >> 4));
        put(hex.charAt(c & 15));
    }

    private void put(char c) {
        ensure(1);
        out[at++] = (byte) c;
    }

    private void ensure(int more) {
        if (at + more > out.length) {
            out = Arrays.copyOf(out, Math.max(out.length * 2, at + more + CLOSING));
        }
    }
}
