package dev.tenon.guard.pin;

import static java.util.stream.Collectors.joining;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two tool definitions, for a person to read.
 *
 * @param changes the changes, in the order of their locations
 */
public record DefinitionDiff(List<DefinitionChange> changes) {
    private static final int MAX_CHARS = 400;

    public DefinitionDiff {
        changes = List.copyOf(changes);
    }

    /**
     * One change.
     *
     * @param place the location, as in {@code inputSchema.properties.path.type}; empty for the whole definition
     * @param before the old value, or null if it was added
     * @param after the new value, or null if it was removed
     */
    public record DefinitionChange(
            String place, @Nullable Json before, @Nullable Json after) {
        /**
         * Returns the change as lines: {@code -} for the old value, {@code +} for the new one. Invisible characters are
         * escaped.
         */
        public String text() {
            String name = place.isEmpty() ? "(whole definition)" : Excerpts.escapeInvisible(place, MAX_CHARS);
            String removed = before == null ? "" : "\n  - " + abbreviate(before);
            String added = after == null ? "" : "\n  + " + abbreviate(after);
            return name + removed + added;
        }

        private static String abbreviate(Json value) {
            return Excerpts.escapeInvisible(value.toString(), MAX_CHARS);
        }
    }

    /** Compares two definitions. */
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
            Json oldElement = i < before.size() ? before.get(i) : null;
            Json newElement = i < after.size() ? after.get(i) : null;
            compare(place + "[" + i + "]", oldElement, newElement, changes);
        }
    }

    /** Returns whether there are no changes. */
    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** Returns all changes as lines. */
    public String text() {
        return changes.stream().map(DefinitionChange::text).collect(joining("\n"));
    }

    /** Returns the locations of the first 10 changes on one line, for a log. */
    public String places() {
        Stream<DefinitionChange> first = changes.stream().limit(10);
        return first.map(change -> Excerpts.escapeInvisible(change.place(), 80)).collect(joining(", "));
    }
}
