package dev.tenon.guard.policy;

import java.util.List;
import java.util.Set;

/**
 * For whom a rule is made.
 *
 * @param principals patterns of which one must fit the name of the {@linkplain Caller caller}; empty for all callers
 * @param scopes what the principal must have been granted, all of it
 */
public record Whom(List<Glob> principals, Set<String> scopes) {
    /** Everybody. */
    public static final Whom EVERYBODY = new Whom(List.of(), Set.of());

    public Whom {
        principals = List.copyOf(principals);
        scopes = Set.copyOf(scopes);
    }

    /** Whether the rule is made for this caller. */
    public boolean includes(Caller caller) {
        return caller.scopes().containsAll(scopes)
                && (principals.isEmpty()
                        || principals.stream().anyMatch(principal -> principal.matches(caller.name())));
    }
}
