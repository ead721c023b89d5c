package dev.tenon.oauth.server.internal;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The signatures that are known here: asymmetric ones only, so that nothing public is ever taken for a secret. */
public final class SignatureAlgorithms {
    public static final Set<String> ALL =
            toOrderedSet(List.of("ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512"));

    private SignatureAlgorithms() {}

    /**
     * Some of them.
     *
     * @throws IllegalArgumentException when there is none, or one is not known here
     */
    public static Set<String> requireSupported(Collection<String> names) {
        if (names.isEmpty() || !ALL.containsAll(names)) {
            throw new IllegalArgumentException("Choose algorithms among " + ALL + ", not " + names);
        }
        return toOrderedSet(names);
    }

    private static Set<String> toOrderedSet(Collection<String> names) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(names));
    }
}
