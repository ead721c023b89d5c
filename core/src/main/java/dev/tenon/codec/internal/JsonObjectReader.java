package dev.tenon.codec.internal;

import dev.tenon.internal.text.Excerpts;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one object. Each method reads one member or throws a {@link DecodeException} that names it.
 * Methods for optional members end in {@code OrNull} or {@code OrEmpty}.
 *
 * <p>In results, an optional member that is JSON null counts as absent, as many servers write it so. Parameters are
 * read strictly.
 */
public final class JsonObjectReader {
    /** A token is kept while its request is pending and is written with each progress notification. */
    private static final int MAX_PROGRESS_TOKEN_BYTES = 1024;

    /** The longest number that a message about a type mismatch shows in full. */
    private static final int MAX_NUMBER_CHARS = 40;

    private static final Pattern PLAIN_NAME = Pattern.compile("[a-zA-Z0-9_$\\[\\]]{1,60}");

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

    /** Reads the parameters of a message; missing parameters count as an empty object. */
    public static JsonObjectReader ofParams(@Nullable Json params) {
        return new JsonObjectReader(
                null, "params", params == null ? Map.of() : requireMembers("params", params), false);
    }

    /** Reads the result of a request. */
    public static JsonObjectReader ofResult(Json result) {
        return new JsonObjectReader(null, "result", requireMembers("result", result), true);
    }

    /** Reads an object that is a member of the object at the given path of a message. */
    public static JsonObjectReader ofMember(String path, String member, Json object) {
        String memberPath = append(path, member);
        return new JsonObjectReader(null, memberPath, requireMembers(memberPath, object), false);
    }

    /**
     * Decodes this object. An {@link IllegalArgumentException} from a constructor becomes a {@link DecodeException}.
     */
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
        Json value = members.get(member);
        return value != null && !(nullIsAbsent && value.isNull());
    }

    /** Returns a required member of any type. */
    public Json value(String member) {
        Json value = members.get(member);
        if (value == null) {
            throw new DecodeException(path(member) + ": required");
        }
        return value;
    }

    /** Returns a member of any type, also JSON null, or null if it is absent. */
    @Nullable Json valueOrNull(String member) {
        return members.get(member);
    }

    public String string(String member) {
        return requireType(member, "string", Json::string);
    }

    /** Checks that a member is a string, without decoding it. */
    public void requireString(String member) {
        var unused = requireType(member, "string", value -> value.kind() == JsonKind.STRING ? value : null);
    }

    @Nullable public String stringOrNull(String member) {
        return hasMember(member) ? string(member) : null;
    }

    @Nullable Boolean booleanOrNull(String member) {
        return hasMember(member) ? requireType(member, "boolean", Json::bool) : null;
    }

    /** Returns a boolean, or false if it is absent. */
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
            throw typeMismatch(member, "integer");
        }
    }

    @Nullable Long integerOrNull(String member) {
        return hasMember(member) ? integer(member) : null;
    }

    /** Reads an id: a string or an integer of any size, kept as received. */
    Json id(String member) {
        return requireType(
                member,
                "string or integer",
                value -> value.kind() == JsonKind.STRING || value.isIntegerText() ? value : null);
    }

    /** Reads a progress token. Unlike a request id, an integer may be written with a fraction, as in {@code 1.0}. */
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

    public Json object(String member) {
        return requireType(member, "object", value -> value.isObject() ? value : null);
    }

    @Nullable Json objectOrNull(String member) {
        return hasMember(member) ? object(member) : null;
    }

    JsonObjectReader objectReader(String member) {
        return new JsonObjectReader(this, member, object(member).members(), nullIsAbsent);
    }

    public JsonObjectReader objectReaderOrEmpty(String member) {
        return hasMember(member) ? objectReader(member) : new JsonObjectReader(this, member, Map.of(), nullIsAbsent);
    }

    public <T> T decode(String member, Function<JsonObjectReader, T> read) {
        return objectReader(member).decodeWith(read);
    }

    public <T> @Nullable T decodeOrNull(String member, Function<JsonObjectReader, T> read) {
        return hasMember(member) ? decode(member, read) : null;
    }

    <T> List<T> decodeList(String member, Function<JsonObjectReader, T> read) {
        return decodeElements(member, (elements, name) -> elements.decode(name, read));
    }

    /**
     * Reads the elements of an array. The {@code read} function gets a reader in which the element is the only member,
     * with a name such as {@code content[0]}.
     */
    private <T> List<T> decodeElements(String member, BiFunction<JsonObjectReader, String, T> read) {
        List<Json> elements =
                requireType(member, "array", value -> value.kind() == JsonKind.ARRAY ? value.elements() : null);
        List<T> all = new ArrayList<>(elements.size());
        for (Json element : elements) {
            String elementName = member + "[" + all.size() + "]";
            Map<String, Json> named = Map.of(elementName, element);
            all.add(read.apply(new JsonObjectReader(parent, name, named, nullIsAbsent), elementName));
        }
        return Collections.unmodifiableList(all);
    }

    <T> List<T> decodeListOrEmpty(String member, Function<JsonObjectReader, T> read) {
        return hasMember(member) ? decodeList(member, read) : List.of();
    }

    /** Reads one object or an array of objects as a list. */
    <T> List<T> decodeOneOrMore(String member, Function<JsonObjectReader, T> read) {
        return value(member).kind() == JsonKind.ARRAY ? decodeList(member, read) : List.of(decode(member, read));
    }

    List<String> strings(String member) {
        return decodeElements(member, JsonObjectReader::string);
    }

    List<String> stringsOrEmpty(String member) {
        return hasMember(member) ? strings(member) : List.of();
    }

    /** Reads an object whose values are strings. */
    Map<String, String> stringMapOrEmpty(String member) {
        return readMap(member, JsonObjectReader::string);
    }

    /** Reads an object whose values are objects of one type. */
    <T> Map<String, T> decodeMapOrEmpty(String member, Function<JsonObjectReader, T> read) {
        return readMap(member, (nested, key) -> nested.decode(key, read));
    }

    /** Returns the members of an object without decoding them; an empty map if it is absent. */
    Map<String, Json> membersOrEmpty(String member) {
        return hasMember(member) ? object(member).members() : Map.of();
    }

    /**
     * Reads an object whose values are objects. The values are copied, so that they do not keep the whole message in
     * memory.
     */
    Map<String, Json> objectMapOrEmpty(String member) {
        return readMap(member, (nested, key) -> nested.object(key).toDetached());
    }

    private <T> Map<String, T> readMap(String member, BiFunction<JsonObjectReader, String, T> read) {
        if (!hasMember(member)) {
            return Map.of();
        }
        JsonObjectReader nested = objectReader(member);
        Map<String, T> values = new LinkedHashMap<>();
        nested.members.keySet().forEach(key -> values.put(key, read.apply(nested, key)));
        return values;
    }

    /** Reads a string that must be one of the given constants. */
    <E> E choice(String member, E[] choices, Function<E, String> wireName) {
        Json value = value(member);
        for (E choice : choices) {
            if (wireName.apply(choice).equals(value.string())) {
                return choice;
            }
        }
        throw typeMismatch(
                member, "one of " + Arrays.stream(choices).map(wireName).collect(Collectors.joining(", ")));
    }

    public <E> @Nullable E choiceOrNull(String member, E[] choices, Function<E, String> wireName) {
        return hasMember(member) ? choice(member, choices, wireName) : null;
    }

    /** Reads an array of such strings; an empty list if it is absent. */
    <E> List<E> choicesOrEmpty(String member, E[] choices, Function<E, String> wireName) {
        return hasMember(member)
                ? decodeElements(member, (elements, name) -> elements.choice(name, choices, wireName))
                : List.of();
    }

    /** Reads the {@code _meta} of this object. */
    Meta meta() {
        Map<String, Json> entries = membersOrEmpty("_meta");
        return entries.isEmpty() ? Meta.EMPTY : new Meta(entries);
    }

    /** Creates the exception for a member of the wrong type. */
    public DecodeException typeMismatch(String member, String expected) {
        return new DecodeException(path(member) + ": expected " + expected + ", got " + describe(value(member)));
    }

    /** Describes a received value briefly. */
    private static String describe(Json json) {
        return switch (json.kind()) {
            case OBJECT, ARRAY, NULL -> json.kind().displayName();
            case BOOLEAN -> "boolean " + json;
            case STRING -> "string " + Excerpts.quote(json.string());
            case NUMBER -> "number " + Excerpts.truncate(json.toString(), MAX_NUMBER_CHARS);
        };
    }

    private <T> T requireType(String member, String expected, Function<Json, @Nullable T> read) {
        T found = read.apply(value(member));
        if (found == null) {
            throw typeMismatch(member, expected);
        }
        return found;
    }

    private String path(String member) {
        return append(path(), member);
    }

    private String path() {
        return parent == null ? name : parent.path(name);
    }

    /** Returns a path such as {@code params.content[0].text} or {@code params._meta["com.example/key"]}. */
    private static String append(String path, String member) {
        return PLAIN_NAME.matcher(member).matches() ? path + "." + member : path + "[" + Excerpts.quote(member) + "]";
    }

    private static Map<String, Json> requireMembers(String path, Json value) {
        if (!value.isObject()) {
            throw new DecodeException(path + ": expected object, got " + describe(value));
        }
        return value.members();
    }
}
