package dev.tenon.oauth.client;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asked before a person is sent to an authorization server. */
@FunctionalInterface
public interface ConsentPolicy {
    /** Whether to go on. When not, the call that wanted it fails. */
    boolean allows(LoginRequest plan);

    /** Goes on always. */
    ConsentPolicy ALWAYS = plan -> true;

    /**
     * What is about to happen.
     *
     * @param server which server wants a token
     * @param issuer which authorization server it named
     * @param authorizationEndpoint where the person is sent
     * @param clientId as which client
     * @param scopes what the token is to allow; null for what the authorization server thinks fit
     */
    record LoginRequest(
            URI server,
            String issuer,
            URI authorizationEndpoint,
            String clientId,
            @Nullable Set<String> scopes) {}
}
