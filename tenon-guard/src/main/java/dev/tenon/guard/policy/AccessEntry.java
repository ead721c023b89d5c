package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of a list of what is allowed or denied: all that it says has to hold.
 *
 * @param name the pattern of the name, for resources of the URI
 * @param hints what a tool must say of itself
 * @param whom for whom it is
 */
public record AccessEntry(Glob name, Map<Hint, Boolean> hints, Whom whom) {
    public AccessEntry {
        hints = Map.copyOf(hints);
    }

    /** For everybody, by name alone. */
    public static AccessEntry named(String pattern) {
        return new AccessEntry(new Glob(pattern), Map.of(), Whom.EVERYBODY);
    }

    /** Whether this surely holds: what is not known of a tool does not. */
    boolean holds(List<String> names, @Nullable Json definition, Caller caller) {
        return whom.includes(caller)
                && (names.size() == 1
                        ? name.matches(names.get(0))
                        : names.stream().allMatch(name::matches))
                && (hints.isEmpty() || (definition != null && hintsHold(definition)));
    }

    /** Whether this may hold: what is not known of a tool does. */
    boolean mayHold(List<String> names, @Nullable Json definition, Caller caller) {
        return whom.includes(caller)
                && names.stream().anyMatch(name::matches)
                && (hints.isEmpty() || definition == null || hintsHold(definition));
    }

    private boolean hintsHold(Json definition) {
        return hints.entrySet().stream().allMatch(hint -> hint.getKey().of(definition) == hint.getValue());
    }
}
