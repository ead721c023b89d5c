package dev.tenon.cli.argument;

import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Visible;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call from words such as {@code city=Ghent days=3 address.zip=9000}, each of the type that the schema of
 * the tool says. A name given again adds to an array.
 */
public final class TypedArguments {
    private final String owner;

    private TypedArguments(String owner) {
        this.owner = owner;
    }

    /**
     * Reads the words.
     *
     * @param owner what has the arguments, at the beginning of a message: {@code The tool 'echo'}
     * @throws FailureException when there is no such argument, a value is of another type, or a required one is missing
     */
    public static Json of(String owner, Json schema, List<String> words) {
        TypedArguments typed = new TypedArguments(owner);
        Wanted wanted = Wanted.by(schema);
        Map<String, Object> values = new LinkedHashMap<>();
        for (String word : words) {
            Setting setting = Setting.parse(word);
            typed.put(values, wanted, setting, setting.name());
        }
        typed.checkRequired(values, wanted, "");
        return Json.of(values);
    }

    private void put(Map<String, Object> values, Wanted wanted, Setting setting, String path) {
        Wanted member = wanted.member(path);
        int dot = path.indexOf('.');
        if (member == null && dot > 0) {
            String head = path.substring(0, dot);
            Wanted object = known(wanted, head, setting);
            put(objectAt(values, head, setting), object, setting, path.substring(dot + 1));
            return;
        }
        Wanted known = member == null ? known(wanted, path, setting) : member;
        values.merge(path, value(setting, known), (before, now) -> together(before, now, known, setting));
    }

    private Wanted known(Wanted wanted, String name, Setting setting) {
        Wanted member = wanted.member(name);
        if (member != null) {
            return member;
        }
        if (wanted.isOpen() || setting.isJson() && !name.contains(".")) {
            return Wanted.by(Json.EMPTY_OBJECT);
        }
        Set<String> names = wanted.names();
        throw FailureException.misused(
                owner + " has no argument '" + setting.name() + "'. " + DidYouMean.hint(name, names));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> objectAt(Map<String, Object> values, String name, Setting setting) {
        Object before = values.computeIfAbsent(name, key -> new LinkedHashMap<String, Object>());
        if (before instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw FailureException.misused("The argument '" + setting.name() + "' goes into '" + name
                + "', which has been given as a whole before. Give one or the other.");
    }

    /** A value, or a list that may go on. */
    private static Object value(Setting setting, Wanted wanted) {
        Set<JsonKind> kinds = wanted.kinds();
        boolean isElement = kinds.contains(JsonKind.ARRAY)
                && !kinds.contains(JsonKind.STRING)
                && !setting.isJson()
                && !setting.value().stripLeading().startsWith("[");
        if (!isElement) {
            return ValueReader.read(setting, wanted);
        }
        return new ArrayList<>(List.of(ValueReader.read(setting, wanted.element())));
    }

    private static Object together(Object before, Object now, Wanted wanted, Setting setting) {
        if (before instanceof List<?> list && now instanceof List<?> more) {
            List<Object> all = new ArrayList<>(list);
            all.addAll(more);
            return all;
        }
        throw FailureException.misused("The argument '" + setting.name() + "' is given twice, and takes "
                + Visible.line(wanted.words()) + ".");
    }

    private void checkRequired(Map<?, ?> values, Wanted wanted, String path) {
        for (String name : wanted.required()) {
            if (!values.containsKey(name)) {
                throw FailureException.misused(missing(path + name, wanted.member(name)));
            }
        }
        values.forEach((name, value) -> {
            Wanted member = wanted.member((String) name);
            if (member != null && value instanceof Map<?, ?> object) {
                checkRequired(object, member, path + name + ".");
            }
        });
    }

    private String missing(String name, @Nullable Wanted wanted) {
        String about = "";
        if (wanted != null) {
            String description = Visible.firstLine(wanted.description());
            about = " (" + Visible.line(wanted.words()) + (description.isEmpty() ? "" : ": " + description) + ")";
        }
        String shown = Visible.line(name);
        return owner + " needs the argument '" + shown + "'" + about + ". Add " + shown + "=VALUE.";
    }
}
