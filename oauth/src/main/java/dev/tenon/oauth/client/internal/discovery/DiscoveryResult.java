package dev.tenon.oauth.client.internal.discovery;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of the discovery.
 *
 * @param resource the resource identifier, which every token request contains as {@code resource} (RFC 8707)
 * @param scopes the scopes for basic use according to the server, or null
 * @param requestsDpop whether the server requires or supports tokens bound to a key
 */
public record DiscoveryResult(
        URI resource, @Nullable Set<String> scopes, boolean requestsDpop, AuthorizationServer server) {}
