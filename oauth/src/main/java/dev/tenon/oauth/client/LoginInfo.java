package dev.tenon.oauth.client;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes the tokens for a server.
 *
 * @param issuer the authorization server that issued them
 * @param clientId the client to which they were issued
 * @param scopes the granted scopes, or the requested ones if the authorization server did not name any
 * @param expires when the access token expires, or null if unknown
 * @param isRefreshable whether the client can renew the access token without the user
 */
public record LoginInfo(
        String issuer,
        String clientId,
        Set<String> scopes,
        @Nullable Instant expires,
        boolean isRefreshable) {
    public LoginInfo {
        scopes = Set.copyOf(scopes);
    }
}
