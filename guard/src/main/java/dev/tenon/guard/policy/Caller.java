package dev.tenon.guard.policy;

import java.util.Set;

/**
 * The principal on whose behalf a message passes through the guard: the downstream client.
 *
 * @param name the name of the principal: {@code issuer|subject} for a token, the name of an API key, or empty if the
 *     guard does not authenticate clients
 * @param scopes the scopes that were granted to the principal
 */
public record Caller(String name, Set<String> scopes) {
    /** The caller of a guard that does not authenticate clients. */
    public static final Caller ANONYMOUS = new Caller("", Set.of());

    public Caller {
        scopes = Set.copyOf(scopes);
    }
}
