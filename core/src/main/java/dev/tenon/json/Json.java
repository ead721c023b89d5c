package dev.tenon.json;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON value that keeps the UTF-8 text from which it was parsed: unknown members, the order of members and
 * every digit of a number are preserved. Members are parsed on first access, elements on each access.
 *
 * <p>Values come from {@link JsonReader} (untrusted bytes), {@link #parse} (trusted text) or {@link #of} (Java values).
 * Two values are equal when they mean the same: the order of members, white space and the notation of numbers are
 * ignored. Instances are safe for use by multiple threads.
 */
public final class Json {
    /** The JSON value {@code null}. */
    public static final Json NULL = wrapTrustedText("null");

    /** The empty object. */
    public static final Json EMPTY_OBJECT = wrapTrustedText("{}");

    /** The maximum length of an integer that is certain to fit a long. */
    private static final int LONG_DIGITS = 18;

    private final byte[] text;
    private final int offset;
    private final int length;
    private @Nullable Map<String, Json> members;

    /** Creates a value of validated text. */
    Json(byte[] text, int offset, int length) {
        this(text, offset, length, null);
    }

    /** Creates a value of validated text, with its members if they are known. */
    Json(byte[] text, int offset, int length, @Nullable JsonMemberMap members) {
        this.text = text;
        this.offset = offset;
        this.length = length;
        this.members = members;
    }

    private static Json wrapTrustedText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Json(bytes, 0, bytes.length);
    }

    /**
     * Parses JSON text of the program itself, such as a handwritten schema.
     *
     * @throws JsonException when the text is not JSON, contains a duplicate member name, or exceeds {@link
     *     JsonLimits#DEFAULT}
     */
    public static Json parse(String text) {
        return new JsonReader(JsonLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Converts a Java value to JSON: {@code null}, strings, numbers, booleans, maps, collections, records and beans as
     * Jackson writes them. A {@code Json} is returned unchanged. Members of records and beans that are null or an empty
     * {@code Optional} are omitted; entries of maps are not.
     *
     * @throws IllegalArgumentException when Jackson cannot write the value
     */
    public static Json of(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof Long number) {
            // Frequent for ids; Jackson is not needed.
            return wrapTrustedText(number.toString());
        }
        return value instanceof Json json ? json : JsonBinder.write(value);
    }

    /** Returns the kind of this value. */
    public JsonKind kind() {
        return JsonKind.ofFirstByte(text[offset]);
    }

    /** Returns whether this is an object. */
    public boolean isObject() {
        return kind() == JsonKind.OBJECT;
    }

    /** Returns whether this is JSON {@code null}. */
    public boolean isNull() {
        return kind() == JsonKind.NULL;
    }

    /** Returns whether this is a number written without fraction and exponent. */
    public boolean isIntegerText() {
        if (kind() != JsonKind.NUMBER) {
            return false;
        }
        for (int i = offset; i < offset + length; i++) {
            if (text[i] == '.' || text[i] == 'e' || text[i] == 'E') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether this is an integer as JSON Schema defines it: a number without a fractional part, regardless of
     * notation.
     */
    public boolean isInteger() {
        BigDecimal number = isIntegerText() ? null : number();
        return isIntegerText() || number != null && number.stripTrailingZeros().scale() <= 0;
    }

    /**
     * Returns the members of an object in order; empty for other kinds. Duplicate names occur only in text that no
     * {@link JsonReader} validated; then the last value counts.
     */
    public Map<String, Json> members() {
        Map<String, Json> parsed = members;
        if (parsed == null) {
            parsed = isObject() ? TrustedJsonScanner.readMembers(text, offset, offset + length) : Map.of();
            members = parsed;
        }
        return parsed;
    }

    /** Returns the member with a name, or null when it is absent or this is not an object. */
    public @Nullable Json get(String name) {
        return members().get(name);
    }

    /**
     * Returns the text of the string member with a name, or null when it is absent, it is not a string, or this is not
     * an object.
     */
    public @Nullable String string(String name) {
        Json value = get(name);
        return value == null ? null : value.string();
    }

    /** Returns this object with a member: it replaces a member of the same name, or else is appended. */
    public Json withMember(String name, Json value) {
        JsonWriter out = new JsonWriter(length + name.length() + value.length + 8).beginObject();
        members().forEach((memberName, old) -> out.fieldUnlessNull(memberName, memberName.equals(name) ? value : old));
        if (!members().containsKey(name)) {
            out.fieldUnlessNull(name, value);
        }
        return out.endObject().toJson();
    }

    /** Returns this object without a member. */
    public Json withoutMember(String name) {
        if (!members().containsKey(name)) {
            return this;
        }
        JsonWriter out = new JsonWriter(length).beginObject();
        members().forEach((memberName, old) -> out.fieldUnlessNull(memberName, memberName.equals(name) ? null : old));
        return out.endObject().toJson();
    }

    /** Returns the elements of an array; empty for other kinds. */
    public List<Json> elements() {
        return kind() == JsonKind.ARRAY
                ? Collections.unmodifiableList(TrustedJsonScanner.readElements(text, offset, offset + length))
                : List.of();
    }

    /** Returns the text of a string, or null for other kinds. */
    public @Nullable String string() {
        return kind() == JsonKind.STRING ? TrustedJsonScanner.readString(text, offset, offset + length) : null;
    }

    /** Returns the exact value of a number, or null for other kinds. */
    public @Nullable BigDecimal number() {
        if (kind() != JsonKind.NUMBER) {
            return null;
        }
        return length <= LONG_DIGITS && isIntegerText()
                ? BigDecimal.valueOf(parseLongUnchecked())
                : new BigDecimal(toString());
    }

    private long parseLongUnchecked() {
        boolean negative = text[offset] == '-';
        long value = 0;
        for (int i = offset + (negative ? 1 : 0); i < offset + length; i++) {
            value = value * 10 + text[i] - '0';
        }
        return negative ? -value : value;
    }

    /** Returns the value of a boolean, or null for other kinds. */
    public @Nullable Boolean bool() {
        return kind() == JsonKind.BOOLEAN ? text[offset] == 't' : null;
    }

    /**
     * Converts this value to a Java object with Jackson.
     *
     * @throws JsonBindingException when the value does not fit the type; its message names the place and is safe to
     *     send to a peer
     */
    public <T> T mapTo(Class<T> type) {
        return type.cast(JsonBinder.read(this, type));
    }

    /**
     * Like {@link #mapTo(Class)}, for generic types.
     *
     * @throws JsonBindingException when the value does not fit the type
     */
    public Object mapTo(Type type) {
        return JsonBinder.read(this, type);
    }

    /** Returns the size of the text in bytes. */
    public int sizeInBytes() {
        return length;
    }

    /** Returns a copy of the text in UTF-8. */
    public byte[] toBytes() {
        return Arrays.copyOfRange(text, offset, offset + length);
    }

    /** Copies the text into an array that must have enough space. */
    void copyTextToArray(byte[] target, int at) {
        System.arraycopy(text, offset, target, at, length);
    }

    /** Passes the text to a reader, which must neither change nor keep the array. */
    public <T> T readBytes(ByteRangeReader<T> reader) {
        return reader.read(text, offset, length);
    }

    /** Returns whether both texts are the same, byte for byte. */
    boolean hasSameText(Json other) {
        return Arrays.equals(text, offset, offset + length, other.text, other.offset, other.offset + other.length);
    }

    /**
     * Returns the same value without a reference to the message that contained it; use it to keep a value longer than
     * its message.
     */
    public Json toDetached() {
        return length == text.length ? this : new Json(toBytes(), 0, length);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Json that && JsonEquality.areEqual(this, that);
    }

    @Override
    public int hashCode() {
        return JsonEquality.hash(this);
    }

    /** Returns the JSON text. */
    @Override
    public String toString() {
        return new String(text, offset, length, StandardCharsets.UTF_8);
    }

    /** Reads bytes of an array that it does not own. */
    @FunctionalInterface
    public interface ByteRangeReader<T> {
        /** Reads {@code length} bytes from {@code offset}; the result must not refer to the array. */
        T read(byte[] bytes, int offset, int length);
    }
}
