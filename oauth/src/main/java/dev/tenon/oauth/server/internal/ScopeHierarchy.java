package dev.tenon.oauth.server.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The scopes that include other scopes (MCP authorization 2026-07-28, section "Step-Up Authorization Flow").
 *
 * @param implied the narrower scopes that a broader one directly includes
 */
public record ScopeHierarchy(Map<String, Set<String>> implied) {
    /** Returns the granted scopes and all scopes that they include. */
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
