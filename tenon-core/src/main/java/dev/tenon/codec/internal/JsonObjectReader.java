package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.model.Meta;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members of one object while it is read. Each method reads one member or says in a {@link DecodeException} what is
 * wrong with it. Where a member may be absent, the method's name ends in {@code OrNull} or {@code OrEmpty}.
 *
 * <p>In results an optional member that is JSON null counts as absent: many servers write it so. Parameters are read
 * strictly.
 */
public final class JsonObjectReader {
    /** A token is kept while its request is in flight, and written with each progress. */
    private static final int MAX_PROGRESS_TOKEN_BYTES = 1024;

    private final @Nullable JsonObjectReader parent;
    private final String name;
    private final Map<String, Json> members;
    private final boolean nullIsAbsent;

    private JsonObjectReader(
            @Nullable JsonObjectReader parent, String name, Map<String, Json> members, boolean nullIsAbsent) {
        this.parent = parent;
        this.name = name;
        this.members = members;
        this.nullIsAbsent = nullIsAbsent;
    }

    /** The parameters of a message; absent ones are an empty object. */
    public static JsonObjectReader ofParams(@Nullable Json params) {
        return new JsonObjectReader(
                null, "params", params == null ? Map.of() : requireMembers("params", params), false);
    }

    /** The result of a request. */
    public static JsonObjectReader ofResult(Json result) {
        return new JsonObjectReader(null, "result", requireMembers("result", result), true);
    }

    /** An object that stands at that place in a message. */
    public static JsonObjectReader ofObjectAt(String path, Json object) {
        return new JsonObjectReader(null, path, requireMembers(path, object), false);
    }

    /** Reads this object; what a constructor refuses is a misfit too. */
    public <T> T decodeWith(Function<JsonObjectReader, T> read) {
        try {
            return read.apply(this);
        } catch (IllegalArgumentException e) {
            throw new DecodeException(path() + ": " + e.getMessage());
        }
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    boolean hasMember(String member) {
        return presentValue(member) != null;
    }

    /** Any value. */
    public Json value(String member) {
        Json value = members.get(member);
        if (value == null) {
            throw new DecodeException(path(member) + ": required");
        }
        return value;
    }

    /** Any value, JSON null included. */
    @Nullable Json valueOrNull(String member) {
        return members.get(member);
    }

    String string(String member) {
        return requireType(member, "string", Json::string);
    }

    /** As {@link #string}, where only that there is one is of interest. */
    void requireString(String member) {
        var unused = requireType(member, "string", value -> value.kind() == JsonKind.STRING ? value : null);
    }

    @Nullable public String stringOrNull(String member) {
        return hasMember(member) ? string(member) : null;
    }

    @Nullable Boolean booleanOrNull(String member) {
        return hasMember(member) ? requireType(member, "boolean", Json::bool) : null;
    }

    /** A boolean that is false when absent. */
    boolean booleanOrFalse(String member) {
        return Boolean.TRUE.equals(booleanOrNull(member));
    }

    double number(String member) {
        return requireType(member, "number", Json::number).doubleValue();
    }

    @Nullable Double numberOrNull(String member) {
        return hasMember(member) ? number(member) : null;
    }

    long integer(String member) {
        try {
            return requireType(member, "number", Json::number).longValueExact();
        } catch (ArithmeticException e) {
            throw typeMismatch(member, "integer", value(member));
        }
    }

    @Nullable Long integerOrNull(String member) {
        return hasMember(member) ? integer(member) : null;
    }

    /** An id or a token: a string or an integer of any size, as it came. */
    Json id(String member) {
        return requireType(
                member,
                "string or integer",
                value -> value.kind() == JsonKind.STRING || value.isIntegerText() ? value : null);
    }

    /** A progress token: unlike the id of a request, an integer may be written with a fraction. */
    Json progressToken(String member) {
        Json token = requireType(
                member,
                "string or integer",
                value -> value.kind() == JsonKind.STRING || value.isInteger() ? value : null);
        if (token.sizeInBytes() > MAX_PROGRESS_TOKEN_BYTES) {
            throw new DecodeException(path(member) + ": at most " + MAX_PROGRESS_TOKEN_BYTES + " bytes");
        }
        return token;
    }

    @Nullable public Json progressTokenOrNull(String member) {
        return hasMember(member) ? progressToken(member) : null;
    }

    @Nullable Json idOrNull(String member) {
        return hasMember(member) ? id(member) : null;
    }

    Json object(String member) {
        return requireType(member, "object", value -> value.isObject() ? value : null);
    }

    @Nullable Json objectOrNull(String member) {
        return hasMember(member) ? object(member) : null;
    }

    JsonObjectReader objectReader(String member) {
        return new JsonObjectReader(this, member, object(member).members(), nullIsAbsent);
    }

    @Nullable JsonObjectReader objectReaderOrNull(String member) {
        return hasMember(member) ? objectReader(member) : null;
    }

    public JsonObjectReader objectReaderOrEmpty(String member) {
        return hasMember(member) ? objectReader(member) : new JsonObjectReader(this, member, Map.of(), nullIsAbsent);
    }

    <T> T decode(String member, Function<JsonObjectReader, T> read) {
        return objectReader(member).decodeWith(read);
    }

    <T> @Nullable T decodeOrNull(String member, Function<JsonObjectReader, T> read) {
        return hasMember(member) ? decode(member, read) : null;
    }

    <T> List<T> decodeList(String member, Function<JsonObjectReader, T> read) {
        return decodeElements(member, (elements, name) -> elements.decode(name, read));
    }

    /**
     * Reads the elements of an array, which are members of what is given to {@code read}: {@code content[0]} is one's
     * name.
     */
    private <T> List<T> decodeElements(String member, BiFunction<JsonObjectReader, String, T> read) {
        Map<String, Json> named = new LinkedHashMap<>();
        for (Json element :
                requireType(member, "array", value -> value.kind() == JsonKind.ARRAY ? value.elements() : null)) {
            named.put(member + "[" + named.size() + "]", element);
        }
        JsonObjectReader elements = new JsonObjectReader(parent, name, named, nullIsAbsent);
        List<T> all = new ArrayList<>(named.size());
        named.keySet().forEach(element -> all.add(read.apply(elements, element)));
        return Collections.unmodifiableList(all);
    }

    <T> List<T> decodeListOrEmpty(String member, Function<JsonObjectReader, T> read) {
        return hasMember(member) ? decodeList(member, read) : List.of();
    }

    /** One object or an array of them, as a list. */
    <T> List<T> decodeOneOrMore(String member, Function<JsonObjectReader, T> read) {
        return value(member).kind() == JsonKind.ARRAY ? decodeList(member, read) : List.of(decode(member, read));
    }

    List<String> strings(String member) {
        return decodeElements(member, JsonObjectReader::string);
    }

    List<String> stringsOrEmpty(String member) {
        return hasMember(member) ? strings(member) : List.of();
    }

    /** An object whose values are strings. */
    Map<String, String> stringMapOrEmpty(String member) {
        JsonObjectReader fields = objectReaderOrEmpty(member);
        Map<String, String> texts = new LinkedHashMap<>();
        fields.members.keySet().forEach(key -> texts.put(key, fields.string(key)));
        return texts;
    }

    /** An object whose values are objects of one kind. */
    <T> Map<String, T> decodeMapOrEmpty(String member, Function<JsonObjectReader, T> read) {
        JsonObjectReader fields = objectReaderOrEmpty(member);
        Map<String, T> values = new LinkedHashMap<>();
        fields.members.keySet().forEach(key -> values.put(key, fields.decode(key, read)));
        return values;
    }

    /** The members of an object, whatever they are; none when it is absent. */
    Map<String, Json> membersOrEmpty(String member) {
        return objectReaderOrEmpty(member).members;
    }

    /** An object whose values are objects, without holding on to the message they came in. */
    Map<String, Json> objectMapOrEmpty(String member) {
        if (!hasMember(member)) {
            return Map.of();
        }
        JsonObjectReader fields = objectReader(member);
        Map<String, Json> objects = new LinkedHashMap<>();
        fields.members
                .keySet()
                .forEach(key -> objects.put(key, fields.object(key).toDetached()));
        return objects;
    }

    /** One of a few words. */
    <E> E choice(String member, E[] choices, Function<E, String> word) {
        Json value = value(member);
        for (E choice : choices) {
            if (word.apply(choice).equals(value.string())) {
                return choice;
            }
        }
        throw typeMismatch(
                member, "one of " + Arrays.stream(choices).map(word).collect(Collectors.joining(", ")), value);
    }

    <E> @Nullable E choiceOrNull(String member, E[] choices, Function<E, String> word) {
        return hasMember(member) ? choice(member, choices, word) : null;
    }

    /** An array of some of a few words; empty when absent. */
    <E> List<E> choicesOrEmpty(String member, E[] choices, Function<E, String> word) {
        return hasMember(member)
                ? decodeElements(member, (elements, name) -> elements.choice(name, choices, word))
                : List.of();
    }

    /** The open {@code _meta} of this object. */
    Meta meta() {
        JsonObjectReader meta = objectReaderOrNull("_meta");
        return meta == null || meta.members.isEmpty() ? Meta.EMPTY : new Meta(meta.members);
    }

    /** What to say when a member is of the wrong kind. */
    public DecodeException typeMismatch(String member, String expected, Json got) {
        return new DecodeException(
                path(member) + ": expected " + expected + ", got " + ActualValueFormatter.format(got));
    }

    private @Nullable Json presentValue(String member) {
        Json value = members.get(member);
        return value != null && nullIsAbsent && value.isNull() ? null : value;
    }

    private <T> T requireType(String member, String expected, Function<Json, @Nullable T> read) {
        Json value = value(member);
        T found = read.apply(value);
        if (found == null) {
            throw typeMismatch(member, expected, value);
        }
        return found;
    }

    private String path(String member) {
        return MessagePaths.append(path(), member);
    }

    private String path() {
        return parent == null ? name : parent.path(name);
    }

    private static Map<String, Json> requireMembers(String path, Json value) {
        if (!value.isObject()) {
            throw new DecodeException(path + ": expected object, got " + ActualValueFormatter.format(value));
        }
        return value.members();
    }
}
