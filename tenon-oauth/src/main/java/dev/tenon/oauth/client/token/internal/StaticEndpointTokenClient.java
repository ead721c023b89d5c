package dev.tenon.oauth.client.token.internal;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import com.nimbusds.oauth2.sdk.tokenexchange.TokenExchangeGrant;
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
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A token endpoint that was configured, and was not found by what a server says. */
public final class StaticEndpointTokenClient implements TokenClient {
    private final AuthorizationServer server;
    private final Supplier<PreregisteredClient> client;
    private final Clock clock;
    private final TokenEndpointClient tokens;

    /** The endpoint at that address, which was {@linkplain #requireSecure checked}. */
    public StaticEndpointTokenClient(
            URI endpoint,
            Supplier<PreregisteredClient> client,
            OAuthLimits limits,
            @Nullable SSLContext tls,
            Clock clock) {
        this.server = AuthorizationServer.ofTokenEndpoint(endpoint);
        this.client = client;
        this.clock = clock;
        AddressPolicy rules = new AddressPolicy(endpoint, endpoint::equals, NetworkConnector.SYSTEM);
        RestrictedHttpClient web =
                new RestrictedHttpClient(rules, limits, new OAuthHttpClient(NetworkConnector.SYSTEM, tls));
        this.tokens = new TokenEndpointClient(web, new DpopNonceCache());
    }

    /**
     * An address that secrets may go to.
     *
     * @throws IllegalArgumentException when it is neither https, nor http on this machine
     */
    public static URI requireSecure(URI uri) {
        if (!HttpUrls.isSecureOrLoopback(uri) || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("A token endpoint is https (http on this machine only), not " + uri);
        }
        return uri;
    }

    @Override
    public AccessToken requestToken(URI resource, Set<String> scopes) {
        PreregisteredClient as = client.get();
        return toAccessToken(sendRequest(as, new ClientCredentialsGrant(), scopes, resource, ""), scopes);
    }

    @Override
    public AccessToken exchangeToken(String subjectToken, String audience, Set<String> scopes) {
        TokenExchangeGrant grant = new TokenExchangeGrant(
                new TypelessAccessToken(subjectToken),
                TokenTypeURI.ACCESS_TOKEN,
                null,
                null,
                TokenTypeURI.ACCESS_TOKEN,
                List.of(new Audience(audience)));
        AccessTokenResponse response = sendRequest(client.get(), grant, scopes, null, subjectToken);
        TokenTypeURI issued = response.getTokens().getAccessToken().getIssuedTokenType();
        if (issued != null && !issued.equals(TokenTypeURI.ACCESS_TOKEN) && !issued.equals(TokenTypeURI.JWT)) {
            throw new AuthorizationException(
                    serverName() + " exchanged the token for something else than an access token");
        }
        AccessToken token = toAccessToken(response, scopes);
        if (token.value().equals(subjectToken)) {
            throw new AuthorizationException(serverName()
                    + " exchanged the token for itself: it is for whoever it was given to, and not passed on");
        }
        return token;
    }

    private AccessTokenResponse sendRequest(
            PreregisteredClient as,
            AuthorizationGrant grant,
            Set<String> scopes,
            @Nullable URI resource,
            String subjectToken) {
        try {
            return tokens.requestToken(
                    server,
                    ClientIdentity.ofPreregistered(as, null),
                    grant,
                    scopes.isEmpty() ? null : scopes,
                    resource,
                    null);
        } catch (OAuthErrorException e) {
            throw new OAuthErrorException(redact(e, as.secret(), subjectToken), e.errorCode());
        }
    }

    /** What the authorization server says, unless it says a secret. */
    private String redact(OAuthErrorException e, @Nullable String secret, String subjectToken) {
        String message = String.valueOf(e.getMessage());
        // Messages are shortened: the beginning of a token gives it away as well.
        boolean tells = secret != null && containsSecret(message, secret) || containsSecret(message, subjectToken);
        return tells ? serverName() + " gives no token, and repeats what is secret" : message;
    }

    private static boolean containsSecret(String message, String secret) {
        return !secret.isEmpty() && message.contains(secret.substring(0, Math.min(secret.length(), 16)));
    }

    private AccessToken toAccessToken(AccessTokenResponse response, Set<String> asked) {
        TokenSet got = TokenSet.empty(server.issuer(), "", "", asked).withResponse(response, null, false, clock);
        return new AccessToken(got.accessToken(), got.expires(), got.grantedScopes());
    }

    private String serverName() {
        return "The authorization server " + HttpUrls.origin(server.tokenEndpoint());
    }

    /** Without anything secret. */
    @Override
    public String toString() {
        return "TokenClient[" + server.issuer() + "]";
    }
}
