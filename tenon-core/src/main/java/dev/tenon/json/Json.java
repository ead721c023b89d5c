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
 * One immutable JSON value, kept as the UTF-8 text it came as: unknown members, the order of members and every digit of
 * a number survive. It is looked into only when somebody asks.
 *
 * <p>Values come from {@link JsonReader} (untrusted bytes), {@link #parse} (text of one's own) or {@link #of} (Java
 * values). Two values are equal when they mean the same: member order, white space and spelling of numbers do not
 * count.
 */
public final class Json {
    /** The JSON value {@code null}. */
    public static final Json NULL = fromText("null");

    /** The empty object. */
    public static final Json EMPTY_OBJECT = fromText("{}");

    /** A whole number of at most this many characters fits a long. */
    private static final int LONG_DIGITS = 18;

    private final byte[] text;
    private final int offset;
    private final int length;
    private @Nullable Map<String, Json> members;

    private Json(byte[] text, int offset, int length) {
        this.text = text;
        this.offset = offset;
        this.length = length;
    }

    /** A value whose text has been checked before. */
    static Json ofValidated(byte[] text, int offset, int length) {
        return new Json(text, offset, length);
    }

    /** A value whose text has been checked before, and whose members are these if they are known. */
    static Json ofValidated(byte[] text, int offset, int length, @Nullable JsonMembers members) {
        Json json = new Json(text, offset, length);
        json.members = members;
        return json;
    }

    private static Json fromText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Json(bytes, 0, bytes.length);
    }

    /**
     * Parses JSON text of the program's own, such as a schema written by hand.
     *
     * @throws JsonException when the text is not JSON, names a member twice, or is larger than the default limits
     */
    public static Json parse(String text) {
        return new JsonReader(JsonLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The JSON for a Java value: {@code null}, strings, numbers, booleans, maps, collections, records and beans as
     * Jackson writes them, and {@code Json} itself as it is. Members of records and beans that are null or empty
     * optionals are left out; entries of maps are not.
     *
     * @throws IllegalArgumentException when Jackson cannot write the value
     */
    public static Json of(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof Long number) {
            // Ids: no binding has to be asked how a number is written.
            return fromText(number.toString());
        }
        return value instanceof Json json ? json : JsonBinder.write(value);
    }

    /** What kind of value this is. */
    public JsonKind kind() {
        return JsonKind.ofFirstByte(text[offset]);
    }

    /** Whether this is an object. */
    public boolean isObject() {
        return kind() == JsonKind.OBJECT;
    }

    /** Whether this is JSON {@code null}. */
    public boolean isNull() {
        return kind() == JsonKind.NULL;
    }

    /** Whether this is a number written without fraction and exponent. */
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

    /** Whether this is an integer as JSON Schema has it: a number without a fractional part, however it is written. */
    public boolean isInteger() {
        BigDecimal number = isIntegerText() ? null : number();
        return isIntegerText() || number != null && number.stripTrailingZeros().scale() <= 0;
    }

    /**
     * The members of an object in their order; empty for every other kind. A name that occurs twice, which only text
     * that a {@link JsonReader} did not check can have, counts with its last value.
     */
    public Map<String, Json> members() {
        Map<String, Json> known = members;
        if (known == null) {
            known = isObject() ? TrustedJsonScanner.readMembers(text, offset, offset + length) : Map.of();
            members = known;
        }
        return known;
    }

    /** The member of that name, or null when there is none or this is no object. */
    public @Nullable Json get(String name) {
        return members().get(name);
    }

    /**
     * The text of the string member of that name, or null when there is none, it is no string, or this is no object.
     */
    public @Nullable String string(String name) {
        Json value = get(name);
        return value == null ? null : value.string();
    }

    /** This object with that member: in the place of one that has the name already, else after all the others. */
    public Json withMember(String name, Json value) {
        JsonWriter out = new JsonWriter(length + name.length() + value.length + 8).beginObject();
        members().forEach((known, old) -> out.field(known, known.equals(name) ? value : old));
        if (!members().containsKey(name)) {
            out.field(name, value);
        }
        return out.endObject().toJson();
    }

    /** This object without that member. */
    public Json withoutMember(String name) {
        if (!members().containsKey(name)) {
            return this;
        }
        JsonWriter out = new JsonWriter(length).beginObject();
        members().forEach((known, old) -> out.field(known, known.equals(name) ? null : old));
        return out.endObject().toJson();
    }

    /** The elements of an array; empty for every other kind. */
    public List<Json> elements() {
        return kind() == JsonKind.ARRAY
                ? Collections.unmodifiableList(TrustedJsonScanner.readElements(text, offset, offset + length))
                : List.of();
    }

    /** The text of a string, or null for every other kind. */
    public @Nullable String string() {
        return kind() == JsonKind.STRING ? TrustedJsonScanner.readString(text, offset, offset + length) : null;
    }

    /** The exact value of a number, or null for every other kind. */
    public @Nullable BigDecimal number() {
        if (kind() != JsonKind.NUMBER) {
            return null;
        }
        return length <= LONG_DIGITS && isIntegerText() ? BigDecimal.valueOf(parseLong()) : new BigDecimal(toString());
    }

    private long parseLong() {
        boolean negative = text[offset] == '-';
        long value = 0;
        for (int i = offset + (negative ? 1 : 0); i < offset + length; i++) {
            value = value * 10 + text[i] - '0';
        }
        return negative ? -value : value;
    }

    /** The value of a boolean, or null for every other kind. */
    public @Nullable Boolean bool() {
        return kind() == JsonKind.BOOLEAN ? text[offset] == 't' : null;
    }

    /**
     * This value as a Java object, as Jackson reads it.
     *
     * @throws JsonBindingException when the value does not fit the type; its message names the place and is safe to
     *     show
     */
    public <T> T mapTo(Class<T> type) {
        return type.cast(JsonBinder.read(this, type));
    }

    /** As {@link #mapTo(Class)}, for generic types. */
    public Object mapTo(Type type) {
        return JsonBinder.read(this, type);
    }

    /** The size of the text in bytes. */
    public int sizeInBytes() {
        return length;
    }

    /** A copy of the text in UTF-8. */
    public byte[] toBytes() {
        return Arrays.copyOfRange(text, offset, offset + length);
    }

    /** Puts the text where there is room for it. */
    void copyTo(byte[] target, int at) {
        System.arraycopy(text, offset, target, at, length);
    }

    /** Lends the text to a parser, which must neither change nor keep the array. */
    public <T> T readBytes(ByteRangeReader<T> borrower) {
        return borrower.read(text, offset, length);
    }

    /** Whether the other is the same text, byte for byte. */
    boolean hasSameText(Json other) {
        return Arrays.equals(text, offset, offset + length, other.text, other.offset, other.offset + other.length);
    }

    /** The same value without the rest of the message it was cut from, for keeping. */
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

    /** The JSON text. */
    @Override
    public String toString() {
        return new String(text, offset, length, StandardCharsets.UTF_8);
    }

    /** Reads bytes that belong to somebody else. */
    @FunctionalInterface
    public interface ByteRangeReader<T> {
        /** Reads {@code length} bytes from {@code offset}; what it returns must not hold on to the array. */
        T read(byte[] bytes, int offset, int length);
    }
}
