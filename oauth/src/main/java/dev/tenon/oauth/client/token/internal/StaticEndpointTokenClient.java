package dev.tenon.oauth.client.token.internal;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.dpop.DpopNonceCache;
import dev.tenon.oauth.client.internal.endpoint.TokenEndpointClient;
import dev.tenon.oauth.client.internal.http.AddressPolicy;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import dev.tenon.oauth.client.internal.store.TokenSet;
import dev.tenon.oauth.client.token.AccessToken;
import dev.tenon.oauth.client.token.TokenClient;
import dev.tenon.oauth.internal.NetworkConnector;
import dev.tenon.oauth.internal.OAuthHttpClient;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.time.Clock;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A client of a configured token endpoint. */
public final class StaticEndpointTokenClient implements TokenClient {
    private final AuthorizationServer server;
    private final Supplier<PreregisteredClient> client;
    private final Clock clock;
    private final TokenEndpointClient tokens;

    /** Creates a client of this endpoint, which {@link OAuthHttpClient#requireSecure} must have checked. */
    public StaticEndpointTokenClient(
            URI endpoint,
            Supplier<PreregisteredClient> client,
            OAuthLimits limits,
            @Nullable SSLContext tls,
            Clock clock) {
        this.server = AuthorizationServer.ofTokenEndpoint(endpoint);
        this.client = client;
        this.clock = clock;
        AddressPolicy addressPolicy = new AddressPolicy(endpoint, endpoint::equals, NetworkConnector.SYSTEM);
        RestrictedHttpClient web =
                new RestrictedHttpClient(addressPolicy, limits, new OAuthHttpClient(NetworkConnector.SYSTEM, tls));
        this.tokens = new TokenEndpointClient(web, new DpopNonceCache());
    }

    @Override
    public AccessToken requestToken(URI resource, Set<String> scopes) {
        return toAccessToken(sendGrantRedactingErrors(new ClientCredentialsGrant(), scopes, resource, ""), scopes);
    }

    @Override
    public AccessToken exchangeToken(String subjectToken, String audience, Set<String> scopes) {
        var grant = TokenEndpointClient.newExchangeGrant(
                subjectToken, TokenTypeURI.ACCESS_TOKEN, TokenTypeURI.ACCESS_TOKEN, audience);
        AccessTokenResponse response = sendGrantRedactingErrors(grant, scopes, null, subjectToken);
        TokenTypeURI issued = response.getTokens().getAccessToken().getIssuedTokenType();
        if (issued != null && !issued.equals(TokenTypeURI.ACCESS_TOKEN) && !issued.equals(TokenTypeURI.JWT)) {
            throw new AuthorizationException(serverName() + " did not exchange the token for an access token");
        }
        AccessToken token = toAccessToken(response, scopes);
        if (token.value().equals(subjectToken)) {
            throw new AuthorizationException(serverName()
                    + " returned the exchanged token itself, which must not be sent to a different server");
        }
        return token;
    }

    private AccessTokenResponse sendGrantRedactingErrors(
            AuthorizationGrant grant, Set<String> scopes, @Nullable URI resource, String subjectToken) {
        PreregisteredClient preregistered = client.get();
        ClientIdentity identity = ClientIdentity.ofPreregistered(preregistered, null);
        try {
            return tokens.requestToken(server, identity, grant, scopes.isEmpty() ? null : scopes, resource, null);
        } catch (OAuthErrorException e) {
            throw new OAuthErrorException(redactMessage(e, preregistered.secret(), subjectToken), e.errorCode());
        }
    }

    /** Returns the error message, unless it contains a secret. */
    private String redactMessage(OAuthErrorException e, @Nullable String secret, String subjectToken) {
        String message = String.valueOf(e.getMessage());
        // Messages are shortened, so the beginning of a token counts as well.
        boolean hasSecret = secret != null && containsSecret(message, secret) || containsSecret(message, subjectToken);
        return hasSecret ? serverName() + " issued no token; its error message contains a secret" : message;
    }

    private static boolean containsSecret(String message, String secret) {
        return !secret.isEmpty() && message.contains(secret.substring(0, Math.min(secret.length(), 16)));
    }

    private AccessToken toAccessToken(AccessTokenResponse response, Set<String> requested) {
        TokenSet issued = TokenSet.empty(server.issuer(), "", "", requested).withResponse(response, null, false, clock);
        return new AccessToken(issued.accessToken(), issued.expires(), issued.grantedScopes());
    }

    private String serverName() {
        return "The authorization server " + HttpUrls.origin(server.tokenEndpoint());
    }

    /** Returns the endpoint without secrets. */
    @Override
    public String toString() {
        return "TokenClient[" + server.issuer() + "]";
    }
}
