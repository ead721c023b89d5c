package dev.tenon.guard.policy;

import java.util.List;
import java.util.Set;

/**
 * Selects the callers to which a rule applies.
 *
 * @param principals patterns, one of which must match the name of the {@linkplain Caller caller}; empty for all callers
 * @param scopes the scopes that the caller must have been granted, all of them
 */
public record CallerMatcher(List<Glob> principals, Set<String> scopes) {
    /** Matches every caller. */
    public static final CallerMatcher ANY_CALLER = new CallerMatcher(List.of(), Set.of());

    public CallerMatcher {
        principals = List.copyOf(principals);
        scopes = Set.copyOf(scopes);
    }

    /** Returns whether the rule applies to this caller. */
    public boolean matches(Caller caller) {
        return caller.scopes().containsAll(scopes)
                && (principals.isEmpty()
                        || principals.stream().anyMatch(principal -> principal.matches(caller.name())));
    }
}
