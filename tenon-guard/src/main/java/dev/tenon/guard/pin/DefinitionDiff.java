package dev.tenon.guard.pin;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is different between two definitions, place by place, for a person to read.
 *
 * @param changes in the order of their places
 */
public record DefinitionDiff(List<DefinitionChange> changes) {
    private static final int MAX_CHARS = 400;

    public DefinitionDiff {
        changes = List.copyOf(changes);
    }

    /**
     * One place that is different.
     *
     * @param place where: {@code inputSchema.properties.path.type}; empty for the whole
     * @param before what was there, or null for nothing
     * @param after what is there now, or null for nothing
     */
    public record DefinitionChange(
            String place, @Nullable Json before, @Nullable Json after) {
        /**
         * The change on lines: {@code -} for what was, {@code +} for what is. What is invisible is written as an
         * escape.
         */
        public String text() {
            String name = place.isEmpty() ? "(the whole)" : Excerpts.escapeInvisible(place, MAX_CHARS);
            String removed = before == null ? "" : "\n  - " + abbreviate(before);
            String added = after == null ? "" : "\n  + " + abbreviate(after);
            return name + removed + added;
        }

        private static String abbreviate(Json value) {
            return Excerpts.escapeInvisible(value.toString(), MAX_CHARS);
        }
    }

    /** What is different. */
    public static DefinitionDiff between(Json before, Json after) {
        List<DefinitionChange> changes = new ArrayList<>();
        compare("", before, after, changes);
        return new DefinitionDiff(changes);
    }

    private static void compare(
            String place, @Nullable Json before, @Nullable Json after, List<DefinitionChange> changes) {
        if (before == null || after == null) {
            if (before != null || after != null) {
                changes.add(new DefinitionChange(place, before, after));
            }
        } else if (before.isObject() && after.isObject()) {
            compareMembers(place, before, after, changes);
        } else if (before.kind() == JsonKind.ARRAY && after.kind() == JsonKind.ARRAY) {
            compareElements(place, before.elements(), after.elements(), changes);
        } else if (!before.equals(after)) {
            changes.add(new DefinitionChange(place, before, after));
        }
    }

    private static void compareMembers(String place, Json before, Json after, List<DefinitionChange> changes) {
        Set<String> names = new TreeSet<>(before.members().keySet());
        names.addAll(after.members().keySet());
        for (String name : names) {
            compare(place.isEmpty() ? name : place + "." + name, before.get(name), after.get(name), changes);
        }
    }

    private static void compareElements(
            String place, List<Json> before, List<Json> after, List<DefinitionChange> changes) {
        for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
            Json was = i < before.size() ? before.get(i) : null;
            Json is = i < after.size() ? after.get(i) : null;
            compare(place + "[" + i + "]", was, is, changes);
        }
    }

    /** Whether nothing is different. */
    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** All changes on lines. */
    public String text() {
        return String.join("\n", changes.stream().map(DefinitionChange::text).toList());
    }

    /** The places that are different, on one line, for a log. */
    public String places() {
        return String.join(
                ", ",
                changes.stream()
                        .limit(10)
                        .map(c -> Excerpts.escapeInvisible(c.place(), 80))
                        .toList());
    }
}
