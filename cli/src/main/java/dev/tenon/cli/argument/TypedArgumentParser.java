package dev.tenon.cli.argument;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the arguments of a call from words such as {@code city=Ghent days=3 address.zip=9000}. Each value gets the
 * type in the schema of the tool; repeated names add to an array.
 */
public final class TypedArgumentParser {
    private final String owner;

    private TypedArgumentParser(String owner) {
        this.owner = owner;
    }

    /**
     * Parses the words.
     *
     * @param owner the owner of the arguments, for the start of a message: {@code The tool 'echo'}
     * @throws CommandFailedException if an argument is unknown, has the wrong type, or is required but missing
     */
    public static Json parse(String owner, Json schema, List<String> words) {
        TypedArgumentParser typed = new TypedArgumentParser(owner);
        ArgumentSchema expected = ArgumentSchema.of(schema);
        Map<String, Object> values = new LinkedHashMap<>();
        for (String word : words) {
            NamedArgument argument = NamedArgument.parse(word);
            typed.putValue(values, expected, argument, argument.name());
        }
        typed.checkRequired(values, expected, "");
        return Json.of(values);
    }

    private void putValue(Map<String, Object> values, ArgumentSchema expected, NamedArgument argument, String path) {
        ArgumentSchema member = expected.member(path);
        int dot = path.indexOf('.');
        if (member == null && dot > 0) {
            String head = path.substring(0, dot);
            ArgumentSchema object = requireAllowedMember(expected, head, argument);
            putValue(getOrCreateObject(values, head, argument), object, argument, path.substring(dot + 1));
            return;
        }
        ArgumentSchema known = member == null ? requireAllowedMember(expected, path, argument) : member;
        Object value = parseValueOrElement(argument, known);
        values.merge(path, value, (existing, added) -> mergeRepeated(existing, added, known, argument));
    }

    /**
     * Returns the schema of a member; an empty schema if the member is not declared but allowed.
     *
     * @throws CommandFailedException if the member is not allowed
     */
    private ArgumentSchema requireAllowedMember(ArgumentSchema expected, String name, NamedArgument argument) {
        ArgumentSchema member = expected.member(name);
        if (member != null) {
            return member;
        }
        if (expected.allowsUndeclared() || argument.isJson() && !name.contains(".")) {
            return ArgumentSchema.of(Json.EMPTY_OBJECT);
        }
        Set<String> names = expected.memberNames();
        throw usageError(
                owner + " has no argument '" + argument.name() + "'. " + NameHintFormatter.format(name, names));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> getOrCreateObject(
            Map<String, Object> values, String name, NamedArgument argument) {
        Object existing = values.computeIfAbsent(name, key -> new LinkedHashMap<String, Object>());
        if (existing instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw usageError("The argument '" + argument.name() + "' is part of '" + name
                + "', which is already given as a whole. Use only one of them.");
    }

    /** Returns a value, or a list to which repeated arguments are added. */
    private static Object parseValueOrElement(NamedArgument argument, ArgumentSchema expected) {
        Set<JsonKind> kinds = expected.kinds();
        boolean isElement = kinds.contains(JsonKind.ARRAY)
                && !kinds.contains(JsonKind.STRING)
                && !argument.isJson()
                && !argument.value().stripLeading().startsWith("[");
        if (!isElement) {
            return parseValue(argument, expected);
        }
        return new ArrayList<>(List.of(parseValue(argument, expected.element())));
    }

    /** Converts typed text to a JSON value of the expected type. */
    private static Json parseValue(NamedArgument argument, ArgumentSchema expected) {
        Json json = tryParseJson(argument.value());
        if (argument.isJson()) {
            if (json == null) {
                throw usageError("The argument '" + argument.name() + "' must be JSON after :=, but " + argument.value()
                        + " is not. The shell removes quotes: put the whole argument in '...'.");
            }
            return json;
        }
        Set<JsonKind> kinds = expected.kinds();
        if (kinds.contains(JsonKind.STRING) || kinds.isEmpty() && json == null) {
            return Json.of(argument.value());
        }
        if (json != null
                && (kinds.isEmpty() || kinds.contains(json.kind()))
                && !(expected.isInteger() && isFraction(json))) {
            return json;
        }
        throw usageError("The argument '" + argument.name() + "' must be " + describeExpected(expected) + ", but '"
                + argument.value() + "' is not.");
    }

    private static String describeExpected(ArgumentSchema expected) {
        String type = TextEscaper.escapeLine(expected.describeType());
        return switch (type) {
            case "integer" -> "an integer, such as 3";
            case "number" -> "a number, such as 2.5";
            case "boolean" -> "true or false";
            case "array" -> "an array in JSON, such as '[1, 2]'";
            case "object" -> "an object in JSON, such as '{\"a\": 1}'";
            default -> type;
        };
    }

    private static boolean isFraction(Json json) {
        return json.kind() == JsonKind.NUMBER && !json.isInteger();
    }

    private static @Nullable Json tryParseJson(String text) {
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            return null;
        }
    }

    private static Object mergeRepeated(
            Object existing, Object added, ArgumentSchema expected, NamedArgument argument) {
        if (existing instanceof List<?> list && added instanceof List<?> more) {
            List<Object> all = new ArrayList<>(list);
            all.addAll(more);
            return all;
        }
        throw usageError("The argument '" + argument.name() + "' is given twice, but its type is "
                + TextEscaper.escapeLine(expected.describeType()) + ".");
    }

    private void checkRequired(Map<?, ?> values, ArgumentSchema expected, String path) {
        for (String name : expected.requiredNames()) {
            if (!values.containsKey(name)) {
                throw usageError(missingMessage(path + name, expected.member(name)));
            }
        }
        values.forEach((name, value) -> {
            ArgumentSchema member = expected.member((String) name);
            if (member != null && value instanceof Map<?, ?> object) {
                checkRequired(object, member, path + name + ".");
            }
        });
    }

    private String missingMessage(String name, @Nullable ArgumentSchema expected) {
        String about = "";
        if (expected != null) {
            String description = TextEscaper.escapeFirstLine(expected.description());
            about = " (" + TextEscaper.escapeLine(expected.describeType())
                    + (description.isEmpty() ? "" : ": " + description) + ")";
        }
        String shown = TextEscaper.escapeLine(name);
        return owner + " needs the argument '" + shown + "'" + about + ". Add " + shown + "=VALUE.";
    }

    /**
     * An argument as the user typed it.
     *
     * @param name the name, which can refer to a member of an object: {@code address.city}
     * @param value the text after the sign
     * @param isJson whether the value is JSON regardless of the schema, written as {@code name:=value}
     */
    private record NamedArgument(String name, String value, boolean isJson) {
        /** Parses {@code name=value} or {@code name:=JSON}. */
        static NamedArgument parse(String word) {
            int sign = word.indexOf('=');
            if (sign < 0) {
                throw usageError("'" + word
                        + "' is not an argument."
                        + " Write NAME=VALUE, such as text=Hello, or NAME:=JSON for a JSON value.");
            }
            boolean isJson = sign > 0 && word.charAt(sign - 1) == ':';
            String name = word.substring(0, isJson ? sign - 1 : sign);
            if (name.isEmpty()) {
                throw usageError("'" + word + "' has no name before its =. Write NAME=VALUE.");
            }
            return new NamedArgument(name, word.substring(sign + 1), isJson);
        }
    }
}
