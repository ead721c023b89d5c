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
 * The protected resource metadata of a server (RFC 9728, section 2).
 *
 * @param identifier the {@code resource}
 * @param issuers the authorization servers whose tokens the server accepts
 * @param scopes the scopes for basic use, or null if unspecified
 * @param requestsDpop whether the server requires or supports tokens that are bound to a key
 */
record ProtectedResourceMetadata(
        URI identifier, List<String> issuers, @Nullable Set<String> scopes, boolean requestsDpop) {
    /** Parses the document; returns null if {@code resource} is missing or invalid. */
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
        List<String> issuers = strings(document.get("authorization_servers"));
        Set<String> supported = scopes == null ? null : new LinkedHashSet<>(strings(scopes));
        return new ProtectedResourceMetadata(identifier, issuers, supported, dpop);
    }

    private static List<String> strings(@Nullable Json list) {
        List<Json> elements = list == null ? List.of() : list.elements();
        return elements.stream().map(Json::string).filter(Objects::nonNull).toList();
    }
}
