package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.Scope;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which scopes are asked for (authorization, sections "Scope Selection Strategy" and "Step-Up Authorization Flow"). */
final class Scopes {
    static final String OFFLINE = "offline_access";

    private Scopes() {}

    /**
     * The scopes of a first login: those of the challenge, else those that the user of the library wants, else those that the
     * metadata name; null for no scope at all.
     */
    static @Nullable Set<String> first(
            Set<String> wanted, @Nullable Set<String> challenged, @Nullable Set<String> listed) {
        if (!wanted.isEmpty()) {
            return union(wanted, challenged);
        }
        Set<String> named = challenged != null ? challenged : listed;
        return named == null || named.isEmpty() ? null : named;
    }

    /** All of both; null only for two that are null. */
    static @Nullable Set<String> union(@Nullable Collection<String> some, @Nullable Collection<String> others) {
        if (some == null && others == null) {
            return null;
        }
        Set<String> all = new LinkedHashSet<>();
        if (some != null) {
            all.addAll(some);
        }
        if (others != null) {
            all.addAll(others);
        }
        return all;
    }

    static @Nullable Scope scope(@Nullable Set<String> scopes) {
        return scopes == null || scopes.isEmpty() ? null : new Scope(scopes.toArray(String[]::new));
    }
}
