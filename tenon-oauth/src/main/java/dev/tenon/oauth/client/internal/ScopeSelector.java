package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.Scope;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which scopes are asked for (authorization, sections "Scope Selection Strategy" and "Step-Up Authorization Flow"). */
public final class ScopeSelector {
    public static final String OFFLINE_ACCESS = "offline_access";

    /** What a server names adds up over its refusals, and is kept: so much of it and no more. */
    private static final int MAX_SCOPES = 200;

    private static final int MAX_SCOPE_CHARS = 256;

    private ScopeSelector() {}

    /**
     * The scopes of a first login: those of the challenge, else those that the user of the library wants, else those
     * that the metadata name; null for no scope at all.
     */
    static @Nullable public Set<String> selectInitial(
            Set<String> wanted, @Nullable Set<String> challenged, @Nullable Set<String> listed) {
        if (!wanted.isEmpty()) {
            return union(wanted, challenged);
        }
        Set<String> named = challenged != null ? challenged : listed;
        return named == null || named.isEmpty() ? null : union(named, null);
    }

    /** All of both, the first 200 that have at most 256 characters; null only for two that are null. */
    static @Nullable public Set<String> union(@Nullable Collection<String> some, @Nullable Collection<String> others) {
        if (some == null && others == null) {
            return null;
        }
        return Stream.of(some, others)
                .filter(Objects::nonNull)
                .flatMap(Collection::stream)
                .filter(scope -> scope.length() <= MAX_SCOPE_CHARS)
                .distinct()
                .limit(MAX_SCOPES)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    static @Nullable public Scope toScope(@Nullable Set<String> scopes) {
        return scopes == null || scopes.isEmpty() ? null : new Scope(scopes.toArray(String[]::new));
    }
}
