package dev.tenon.oauth.client;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the tokens for a server.
 *
 * @param issuer the authorization server that gave them
 * @param clientId the client that they were given to
 * @param scopes what they allow, as far as the authorization server said
 * @param expires when the access token expires, or null when that was not said
 * @param isRefreshable whether another one can be had without a person
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
