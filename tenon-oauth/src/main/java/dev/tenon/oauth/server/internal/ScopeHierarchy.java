package dev.tenon.oauth.server.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which scopes imply which (2026-07-28, basic/authorization, Step-Up Authorization Flow).
 *
 * @param implied the narrower scopes of a broader one, directly
 */
public record ScopeHierarchy(Map<String, Set<String>> implied) {
    /** What was granted, and all that follows from it. */
    public Set<String> expand(Set<String> granted) {
        if (implied.isEmpty()) {
            return granted;
        }
        Set<String> all = new LinkedHashSet<>(granted);
        Deque<String> next = new ArrayDeque<>(granted);
        while (!next.isEmpty()) {
            for (String narrower : implied.getOrDefault(next.remove(), Set.of())) {
                if (all.add(narrower)) {
                    next.add(narrower);
                }
            }
        }
        return all;
    }
}
