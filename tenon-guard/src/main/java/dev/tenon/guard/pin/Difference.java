package dev.tenon.guard.pin;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.json.Quote;
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
public record Difference(List<Change> changes) {
    private static final int LONGEST = 400;

    public Difference {
        changes = List.copyOf(changes);
    }

    /**
     * One place that is different.
     *
     * @param place where: {@code inputSchema.properties.path.type}; empty for the whole
     * @param before what was there, or null for nothing
     * @param after what is there now, or null for nothing
     */
    public record Change(
            String place, @Nullable Json before, @Nullable Json after) {
        /** The change on lines: {@code -} for what was, {@code +} for what is. What is invisible is written as an escape. */
        public String text() {
            String name = place.isEmpty() ? "(the whole)" : Quote.visible(place, LONGEST);
            String removed = before == null ? "" : "\n  - " + shown(before);
            String added = after == null ? "" : "\n  + " + shown(after);
            return name + removed + added;
        }

        private static String shown(Json value) {
            return Quote.visible(value.toString(), LONGEST);
        }
    }

    /** What is different. */
    public static Difference between(Json before, Json after) {
        List<Change> changes = new ArrayList<>();
        compare("", before, after, changes);
        return new Difference(changes);
    }

    private static void compare(String place, @Nullable Json before, @Nullable Json after, List<Change> changes) {
        if (before == null || after == null) {
            if (before != null || after != null) {
                changes.add(new Change(place, before, after));
            }
        } else if (before.isObject() && after.isObject()) {
            members(place, before, after, changes);
        } else if (before.kind() == JsonKind.ARRAY && after.kind() == JsonKind.ARRAY) {
            elements(place, before.elements(), after.elements(), changes);
        } else if (!before.equals(after)) {
            changes.add(new Change(place, before, after));
        }
    }

    private static void members(String place, Json before, Json after, List<Change> changes) {
        Set<String> names = new TreeSet<>(before.members().keySet());
        names.addAll(after.members().keySet());
        for (String name : names) {
            compare(place.isEmpty() ? name : place + "." + name, before.get(name), after.get(name), changes);
        }
    }

    private static void elements(String place, List<Json> before, List<Json> after, List<Change> changes) {
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
        return String.join("\n", changes.stream().map(Change::text).toList());
    }

    /** The places that are different, on one line, for a log. */
    public String places() {
        return String.join(
                ", ",
                changes.stream()
                        .limit(10)
                        .map(c -> Quote.visible(c.place(), 80))
                        .toList());
    }
}
