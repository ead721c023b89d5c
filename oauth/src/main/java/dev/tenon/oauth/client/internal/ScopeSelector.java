package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.Scope;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the requested scopes (MCP authorization, sections "Scope Selection Strategy" and "Step-Up Authorization
 * Flow").
 */
public final class ScopeSelector {
    public static final String OFFLINE_ACCESS = "offline_access";

    /** Limits the stored scopes, which accumulate over the challenges of a server. */
    private static final int MAX_SCOPES = 200;

    private static final int MAX_SCOPE_CHARS = 256;

    private ScopeSelector() {}

    /**
     * Returns the scopes of a first login: the configured ones together with those of the challenge, otherwise those of
     * the challenge, otherwise those of the metadata; null to request no scope.
     */
    public static @Nullable Set<String> selectInitial(
            Set<String> configured, @Nullable Set<String> challenged, @Nullable Set<String> listed) {
        if (!configured.isEmpty()) {
            return unionWithinLimits(configured, challenged);
        }
        Set<String> named = challenged != null ? challenged : listed;
        return named == null || named.isEmpty() ? null : unionWithinLimits(named, null);
    }

    /** Returns the union, limited to the first 200 scopes of at most 256 characters; null if both are null. */
    public static @Nullable Set<String> unionWithinLimits(
            @Nullable Collection<String> some, @Nullable Collection<String> others) {
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

    public static @Nullable Scope toScope(@Nullable Set<String> scopes) {
        return scopes == null || scopes.isEmpty() ? null : new Scope(scopes.toArray(String[]::new));
    }
}
