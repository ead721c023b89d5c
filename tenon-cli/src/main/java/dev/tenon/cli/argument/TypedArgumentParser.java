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
 * The arguments of a call from words such as {@code city=Ghent days=3 address.zip=9000}, each of the type that the
 * schema of the tool says. A name given again adds to an array.
 */
public final class TypedArgumentParser {
    private final String owner;

    private TypedArgumentParser(String owner) {
        this.owner = owner;
    }

    /**
     * Reads the words.
     *
     * @param owner what has the arguments, at the beginning of a message: {@code The tool 'echo'}
     * @throws CommandFailedException when there is no such argument, a value is of another type, or a required one is
     *     missing
     */
    public static Json parse(String owner, Json schema, List<String> words) {
        TypedArgumentParser typed = new TypedArgumentParser(owner);
        ArgumentSchema wanted = ArgumentSchema.of(schema);
        Map<String, Object> values = new LinkedHashMap<>();
        for (String word : words) {
            TypedArgument setting = TypedArgument.parse(word);
            typed.putValue(values, wanted, setting, setting.name());
        }
        typed.checkRequired(values, wanted, "");
        return Json.of(values);
    }

    private void putValue(Map<String, Object> values, ArgumentSchema wanted, TypedArgument setting, String path) {
        ArgumentSchema member = wanted.member(path);
        int dot = path.indexOf('.');
        if (member == null && dot > 0) {
            String head = path.substring(0, dot);
            ArgumentSchema object = requireMember(wanted, head, setting);
            putValue(getOrCreateObject(values, head, setting), object, setting, path.substring(dot + 1));
            return;
        }
        ArgumentSchema known = member == null ? requireMember(wanted, path, setting) : member;
        values.merge(path, parseValue(setting, known), (before, now) -> merge(before, now, known, setting));
    }

    private ArgumentSchema requireMember(ArgumentSchema wanted, String name, TypedArgument setting) {
        ArgumentSchema member = wanted.member(name);
        if (member != null) {
            return member;
        }
        if (wanted.allowsUndeclared() || setting.isJson() && !name.contains(".")) {
            return ArgumentSchema.of(Json.EMPTY_OBJECT);
        }
        Set<String> names = wanted.memberNames();
        throw CommandFailedException.usageError(
                owner + " has no argument '" + setting.name() + "'. " + NameHintFormatter.format(name, names));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> getOrCreateObject(
            Map<String, Object> values, String name, TypedArgument setting) {
        Object before = values.computeIfAbsent(name, key -> new LinkedHashMap<String, Object>());
        if (before instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw CommandFailedException.usageError("The argument '" + setting.name() + "' goes into '" + name
                + "', which has been given as a whole before. Give one or the other.");
    }

    /** A value, or a list that may go on. */
    private static Object parseValue(TypedArgument setting, ArgumentSchema wanted) {
        Set<JsonKind> kinds = wanted.kinds();
        boolean isElement = kinds.contains(JsonKind.ARRAY)
                && !kinds.contains(JsonKind.STRING)
                && !setting.isJson()
                && !setting.value().stripLeading().startsWith("[");
        if (!isElement) {
            return ArgumentValueParser.parse(setting, wanted);
        }
        return new ArrayList<>(List.of(ArgumentValueParser.parse(setting, wanted.element())));
    }

    private static Object merge(Object before, Object now, ArgumentSchema wanted, TypedArgument setting) {
        if (before instanceof List<?> list && now instanceof List<?> more) {
            List<Object> all = new ArrayList<>(list);
            all.addAll(more);
            return all;
        }
        throw CommandFailedException.usageError("The argument '" + setting.name() + "' is given twice, and takes "
                + TextEscaper.escapeLine(wanted.describeType()) + ".");
    }

    private void checkRequired(Map<?, ?> values, ArgumentSchema wanted, String path) {
        for (String name : wanted.requiredNames()) {
            if (!values.containsKey(name)) {
                throw CommandFailedException.usageError(missingMessage(path + name, wanted.member(name)));
            }
        }
        values.forEach((name, value) -> {
            ArgumentSchema member = wanted.member((String) name);
            if (member != null && value instanceof Map<?, ?> object) {
                checkRequired(object, member, path + name + ".");
            }
        });
    }

    private String missingMessage(String name, @Nullable ArgumentSchema wanted) {
        String about = "";
        if (wanted != null) {
            String description = TextEscaper.escapeFirstLine(wanted.description());
            about = " (" + TextEscaper.escapeLine(wanted.describeType())
                    + (description.isEmpty() ? "" : ": " + description) + ")";
        }
        String shown = TextEscaper.escapeLine(name);
        return owner + " needs the argument '" + shown + "'" + about + ". Add " + shown + "=VALUE.";
    }
}
