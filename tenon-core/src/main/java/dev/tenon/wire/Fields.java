package dev.tenon.wire;

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
 * The members of one object while it is read. Each method reads one member or says in a {@link Misfit} what is wrong
 * with it. Where a member may be absent, the method's name ends in {@code OrNull} or {@code OrEmpty}.
 *
 * <p>In results an optional member that is JSON null counts as absent: many servers write it so. Parameters are read
 * strictly.
 */
final class Fields {
    /** A token is kept while its request is in flight, and written with each progress. */
    private static final int TOKEN_BYTES = 1024;

    private final @Nullable Fields parent;
    private final String name;
    private final Map<String, Json> members;
    private final boolean nullIsAbsent;

    private Fields(@Nullable Fields parent, String name, Map<String, Json> members, boolean nullIsAbsent) {
        this.parent = parent;
        this.name = name;
        this.members = members;
        this.nullIsAbsent = nullIsAbsent;
    }

    /** The parameters of a message; absent ones are an empty object. */
    static Fields ofParams(@Nullable Json params) {
        return new Fields(null, "params", params == null ? Map.of() : membersOf("params", params), false);
    }

    /** The result of a request. */
    static Fields ofResult(Json result) {
        return new Fields(null, "result", membersOf("result", result), true);
    }

    /** An object that stands at that place in a message. */
    static Fields at(String path, Json object) {
        return new Fields(null, path, membersOf(path, object), false);
    }

    /** Reads this object; what a constructor refuses is a misfit too. */
    <T> T as(Function<Fields, T> read) {
        try {
            return read.apply(this);
        } catch (IllegalArgumentException e) {
            throw new Misfit(path() + ": " + e.getMessage());
        }
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    boolean has(String member) {
        return optional(member) != null;
    }

    /** Any value. */
    Json any(String member) {
        Json value = members.get(member);
        if (value == null) {
            throw new Misfit(path(member) + ": required");
        }
        return value;
    }

    /** Any value, JSON null included. */
    @Nullable Json anyOrNull(String member) {
        return members.get(member);
    }

    String text(String member) {
        return expect(member, "string", Json::string);
    }

    /** As {@link #text}, where only that there is one is of interest. */
    void checkText(String member) {
        var unused = expect(member, "string", value -> value.kind() == JsonKind.STRING ? value : null);
    }

    @Nullable String textOrNull(String member) {
        return has(member) ? text(member) : null;
    }

    @Nullable Boolean flagOrNull(String member) {
        return has(member) ? expect(member, "boolean", Json::bool) : null;
    }

    /** A boolean that is false when absent. */
    boolean flag(String member) {
        return Boolean.TRUE.equals(flagOrNull(member));
    }

    double number(String member) {
        return expect(member, "number", Json::number).doubleValue();
    }

    @Nullable Double numberOrNull(String member) {
        return has(member) ? number(member) : null;
    }

    long whole(String member) {
        try {
            return expect(member, "number", Json::number).longValueExact();
        } catch (ArithmeticException e) {
            throw expected(member, "integer", any(member));
        }
    }

    @Nullable Long wholeOrNull(String member) {
        return has(member) ? whole(member) : null;
    }

    /** An id or a token: a string or an integer of any size, as it came. */
    Json id(String member) {
        return expect(
                member,
                "string or integer",
                value -> value.kind() == JsonKind.STRING || value.isIntegerText() ? value : null);
    }

    /** A progress token: unlike the id of a request, an integer may be written with a fraction. */
    Json token(String member) {
        Json token = expect(
                member,
                "string or integer",
                value -> value.kind() == JsonKind.STRING || value.isInteger() ? value : null);
        if (token.size() > TOKEN_BYTES) {
            throw new Misfit(path(member) + ": at most " + TOKEN_BYTES + " bytes");
        }
        return token;
    }

    @Nullable Json tokenOrNull(String member) {
        return has(member) ? token(member) : null;
    }

    @Nullable Json idOrNull(String member) {
        return has(member) ? id(member) : null;
    }

    Json object(String member) {
        return expect(member, "object", value -> value.isObject() ? value : null);
    }

    @Nullable Json objectOrNull(String member) {
        return has(member) ? object(member) : null;
    }

    Fields fields(String member) {
        return new Fields(this, member, object(member).members(), nullIsAbsent);
    }

    @Nullable Fields fieldsOrNull(String member) {
        return has(member) ? fields(member) : null;
    }

    Fields fieldsOrEmpty(String member) {
        return has(member) ? fields(member) : new Fields(this, member, Map.of(), nullIsAbsent);
    }

    <T> T one(String member, Function<Fields, T> read) {
        return fields(member).as(read);
    }

    <T> @Nullable T oneOrNull(String member, Function<Fields, T> read) {
        return has(member) ? one(member, read) : null;
    }

    <T> List<T> list(String member, Function<Fields, T> read) {
        return each(member, (elements, name) -> elements.one(name, read));
    }

    /** Reads the elements of an array, which are members of what is given to {@code read}: {@code content[0]} is one's name. */
    private <T> List<T> each(String member, BiFunction<Fields, String, T> read) {
        Map<String, Json> named = new LinkedHashMap<>();
        for (Json element :
                expect(member, "array", value -> value.kind() == JsonKind.ARRAY ? value.elements() : null)) {
            named.put(member + "[" + named.size() + "]", element);
        }
        Fields elements = new Fields(parent, name, named, nullIsAbsent);
        List<T> all = new ArrayList<>(named.size());
        named.keySet().forEach(element -> all.add(read.apply(elements, element)));
        return Collections.unmodifiableList(all);
    }

    <T> List<T> listOrEmpty(String member, Function<Fields, T> read) {
        return has(member) ? list(member, read) : List.of();
    }

    /** One object or an array of them, as a list. */
    <T> List<T> oneOrMore(String member, Function<Fields, T> read) {
        return any(member).kind() == JsonKind.ARRAY ? list(member, read) : List.of(one(member, read));
    }

    List<String> texts(String member) {
        return each(member, Fields::text);
    }

    List<String> textsOrEmpty(String member) {
        return has(member) ? texts(member) : List.of();
    }

    /** An object whose values are strings. */
    Map<String, String> textsByNameOrEmpty(String member) {
        Fields fields = fieldsOrEmpty(member);
        Map<String, String> texts = new LinkedHashMap<>();
        fields.members.keySet().forEach(key -> texts.put(key, fields.text(key)));
        return texts;
    }

    /** An object whose values are objects of one kind. */
    <T> Map<String, T> byNameOrEmpty(String member, Function<Fields, T> read) {
        Fields fields = fieldsOrEmpty(member);
        Map<String, T> values = new LinkedHashMap<>();
        fields.members.keySet().forEach(key -> values.put(key, fields.one(key, read)));
        return values;
    }

    /** The members of an object, whatever they are; none when it is absent. */
    Map<String, Json> membersOrEmpty(String member) {
        return fieldsOrEmpty(member).members;
    }

    /** An object whose values are objects, without holding on to the message they came in. */
    Map<String, Json> objectsByNameOrEmpty(String member) {
        if (!has(member)) {
            return Map.of();
        }
        Fields fields = fields(member);
        Map<String, Json> objects = new LinkedHashMap<>();
        fields.members
                .keySet()
                .forEach(key -> objects.put(key, fields.object(key).detached()));
        return objects;
    }

    /** One of a few words. */
    <E> E choice(String member, E[] choices, Function<E, String> word) {
        Json value = any(member);
        for (E choice : choices) {
            if (word.apply(choice).equals(value.string())) {
                return choice;
            }
        }
        throw expected(member, "one of " + Arrays.stream(choices).map(word).collect(Collectors.joining(", ")), value);
    }

    <E> @Nullable E choiceOrNull(String member, E[] choices, Function<E, String> word) {
        return has(member) ? choice(member, choices, word) : null;
    }

    /** An array of some of a few words; empty when absent. */
    <E> List<E> words(String member, E[] choices, Function<E, String> word) {
        return has(member) ? each(member, (elements, name) -> elements.choice(name, choices, word)) : List.of();
    }

    /** The open {@code _meta} of this object. */
    Meta meta() {
        Fields meta = fieldsOrNull("_meta");
        return meta == null || meta.members.isEmpty() ? Meta.EMPTY : new Meta(meta.members);
    }

    /** What to say when a member is of the wrong kind. */
    Misfit expected(String member, String expected, Json got) {
        return new Misfit(path(member) + ": expected " + expected + ", got " + Got.words(got));
    }

    private @Nullable Json optional(String member) {
        Json value = members.get(member);
        return value != null && nullIsAbsent && value.isNull() ? null : value;
    }

    private <T> T expect(String member, String expected, Function<Json, @Nullable T> read) {
        Json value = any(member);
        T found = read.apply(value);
        if (found == null) {
            throw expected(member, expected, value);
        }
        return found;
    }

    private String path(String member) {
        return Path.join(path(), member);
    }

    private String path() {
        return parent == null ? name : parent.path(name);
    }

    private static Map<String, Json> membersOf(String path, Json value) {
        if (!value.isObject()) {
            throw new Misfit(path + ": expected object, got " + Got.words(value));
        }
        return value.members();
    }
}
