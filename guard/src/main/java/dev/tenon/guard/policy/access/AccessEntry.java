package dev.tenon.guard.policy.access;

import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.CallerMatcher;
import dev.tenon.guard.policy.Glob;
import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of an allow or deny list. All of its conditions must hold.
 *
 * @param pattern matches the name, or the URI of a resource
 * @param hints the values that the hints of a tool must have
 * @param callers the callers to which the entry applies
 */
public record AccessEntry(Glob pattern, Map<ToolHint, Boolean> hints, CallerMatcher callers) {
    public AccessEntry {
        hints = Map.copyOf(hints);
    }

    /** Returns an entry for all callers that only matches by name. */
    public static AccessEntry ofPattern(String pattern) {
        return new AccessEntry(new Glob(pattern), Map.of(), CallerMatcher.ANY_CALLER);
    }

    /** Returns whether the entry certainly matches: an unknown definition does not match hints. */
    boolean matches(List<String> names, @Nullable Json definition, Caller caller) {
        return callers.matches(caller)
                && (names.size() == 1
                        ? pattern.matches(names.get(0))
                        : names.stream().allMatch(pattern::matches))
                && (hints.isEmpty() || (definition != null && hintsMatch(definition)));
    }

    /** Returns whether the entry may match: an unknown definition matches all hints. */
    boolean mayMatch(List<String> names, @Nullable Json definition, Caller caller) {
        return callers.matches(caller)
                && names.stream().anyMatch(pattern::matches)
                && (hints.isEmpty() || definition == null || hintsMatch(definition));
    }

    private boolean hintsMatch(Json definition) {
        return hints.entrySet().stream().allMatch(hint -> hint.getKey().valueIn(definition) == hint.getValue());
    }
}
