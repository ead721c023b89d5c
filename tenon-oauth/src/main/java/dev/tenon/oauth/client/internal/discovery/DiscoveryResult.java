package dev.tenon.oauth.client.internal.discovery;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What discovery ends with.
 *
 * @param resource the identifier that tokens are asked for, sent as {@code resource} always (RFC 8707)
 * @param scopes what the server says that basic use needs, or null
 * @param requestsDpop whether the server wants or takes tokens bound to a key
 */
public record DiscoveryResult(
        URI resource, @Nullable Set<String> scopes, boolean requestsDpop, AuthorizationServer server) {}
