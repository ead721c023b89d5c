package dev.tenon.guard.policy;

import java.util.List;
import java.util.Set;

/**
 * For whom a rule is made.
 *
 * @param principals patterns of which one must fit the name of the {@linkplain Caller caller}; empty for all callers
 * @param scopes what the principal must have been granted, all of it
 */
public record CallerMatcher(List<Glob> principals, Set<String> scopes) {
    /** Everybody. */
    public static final CallerMatcher ANY_CALLER = new CallerMatcher(List.of(), Set.of());

    public CallerMatcher {
        principals = List.copyOf(principals);
        scopes = Set.copyOf(scopes);
    }

    /** Whether the rule is made for this caller. */
    public boolean matches(Caller caller) {
        return caller.scopes().containsAll(scopes)
                && (principals.isEmpty()
                        || principals.stream().anyMatch(principal -> principal.matches(caller.name())));
    }
}
