package dev.tenon.oauth.client.internal.discovery;

import dev.tenon.json.Json;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a server's metadata says of it (RFC 9728, section 2).
 *
 * @param identifier its {@code resource}
 * @param issuers the authorization servers that it takes tokens from
 * @param scopes all that basic use needs, or null when it does not say
 * @param requestsDpop whether it takes or wants tokens that are bound to a key
 */
record ProtectedResourceMetadata(
        URI identifier, List<String> issuers, @Nullable Set<String> scopes, boolean requestsDpop) {
    /** Reads it; null when what must be there is not. */
    static @Nullable ProtectedResourceMetadata parse(Json document) {
        Json named = document.get("resource");
        URI identifier = named == null ? null : ResourceIdentifiers.parse(named.string());
        if (identifier == null) {
            return null;
        }
        Json scopes = document.get("scopes_supported");
        Json bound = document.get("dpop_bound_access_tokens_required");
        boolean dpop = bound != null && Boolean.TRUE.equals(bound.bool())
                || !strings(document.get("dpop_signing_alg_values_supported")).isEmpty();
        return new ProtectedResourceMetadata(
                identifier,
                strings(document.get("authorization_servers")),
                scopes == null ? null : new LinkedHashSet<>(strings(scopes)),
                dpop);
    }

    private static List<String> strings(@Nullable Json list) {
        List<Json> elements = list == null ? List.of() : list.elements();
        return elements.stream().map(Json::string).filter(Objects::nonNull).toList();
    }
}
