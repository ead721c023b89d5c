package dev.tenon.guard.policy.access;

import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.CallerMatcher;
import dev.tenon.guard.policy.Glob;
import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of a list of what is allowed or denied: all that it says has to hold.
 *
 * @param pattern the pattern of the name, for resources of the URI
 * @param hints what a tool must say of itself
 * @param callers for whom it is
 */
public record AccessEntry(Glob pattern, Map<ToolHint, Boolean> hints, CallerMatcher callers) {
    public AccessEntry {
        hints = Map.copyOf(hints);
    }

    /** For everybody, by name alone. */
    public static AccessEntry ofPattern(String pattern) {
        return new AccessEntry(new Glob(pattern), Map.of(), CallerMatcher.ANY_CALLER);
    }

    /** Whether this surely holds: what is not known of a tool does not. */
    boolean matches(List<String> names, @Nullable Json definition, Caller caller) {
        return callers.matches(caller)
                && (names.size() == 1
                        ? pattern.matches(names.get(0))
                        : names.stream().allMatch(pattern::matches))
                && (hints.isEmpty() || (definition != null && hintsMatch(definition)));
    }

    /** Whether this may hold: what is not known of a tool does. */
    boolean mayMatch(List<String> names, @Nullable Json definition, Caller caller) {
        return callers.matches(caller)
                && names.stream().anyMatch(pattern::matches)
                && (hints.isEmpty() || definition == null || hintsMatch(definition));
    }

    private boolean hintsMatch(Json definition) {
        return hints.entrySet().stream().allMatch(hint -> hint.getKey().valueIn(definition) == hint.getValue());
    }
}
