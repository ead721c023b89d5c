package dev.tenon.oauth.internal;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The supported signature algorithms. They are all asymmetric, so that a public key can never serve as a shared secret.
 */
public final class SupportedSignatureAlgorithms {
    /** All supported algorithms, sorted. */
    public static final Set<String> ALL =
            toOrderedSet(List.of("ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512"));

    private SupportedSignatureAlgorithms() {}

    /**
     * Returns the algorithms if all of them are supported.
     *
     * @throws IllegalArgumentException if the collection is empty, or one is not supported
     */
    public static Set<String> requireSupported(Collection<String> names) {
        if (names.isEmpty() || !ALL.containsAll(names)) {
            throw new IllegalArgumentException("Unsupported algorithms " + names + ". Supported: " + ALL);
        }
        return toOrderedSet(names);
    }

    private static Set<String> toOrderedSet(Collection<String> names) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(names));
    }
}
