package dev.tenon.guard.policy;

import java.util.Set;

/**
 * On whose behalf a message passes: the client in front.
 *
 * @param name the name of the principal: {@code issuer|subject} for a token, the name of an API key, empty where no
 *     authorization is configured
 * @param scopes what the principal was granted
 */
public record Caller(String name, Set<String> scopes) {
    /** Somebody who did not have to say who he is. */
    public static final Caller ANONYMOUS = new Caller("", Set.of());

    public Caller {
        scopes = Set.copyOf(scopes);
    }
}
