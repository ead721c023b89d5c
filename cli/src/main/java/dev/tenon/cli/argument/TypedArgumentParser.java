package dev.tenon.cli.argument;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.json.Json;
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
        values.merge(
                path,
                parseValueOrElement(argument, known),
                (existing, added) -> mergeRepeated(existing, added, known, argument));
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
        throw CommandFailedException.usageError(
                owner + " has no argument '" + argument.name() + "'. " + NameHintFormatter.format(name, names));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> getOrCreateObject(
            Map<String, Object> values, String name, NamedArgument argument) {
        Object existing = values.computeIfAbsent(name, key -> new LinkedHashMap<String, Object>());
        if (existing instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw CommandFailedException.usageError("The argument '" + argument.name() + "' is part of '" + name
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
            return ArgumentValueParser.parse(argument, expected);
        }
        return new ArrayList<>(List.of(ArgumentValueParser.parse(argument, expected.element())));
    }

    private static Object mergeRepeated(
            Object existing, Object added, ArgumentSchema expected, NamedArgument argument) {
        if (existing instanceof List<?> list && added instanceof List<?> more) {
            List<Object> all = new ArrayList<>(list);
            all.addAll(more);
            return all;
        }
        throw CommandFailedException.usageError("The argument '" + argument.name()
                + "' is given twice, but its type is " + TextEscaper.escapeLine(expected.describeType()) + ".");
    }

    private void checkRequired(Map<?, ?> values, ArgumentSchema expected, String path) {
        for (String name : expected.requiredNames()) {
            if (!values.containsKey(name)) {
                throw CommandFailedException.usageError(missingMessage(path + name, expected.member(name)));
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
}
