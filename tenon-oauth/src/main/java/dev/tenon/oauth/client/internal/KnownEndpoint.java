package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import com.nimbusds.oauth2.sdk.tokenexchange.TokenExchangeGrant;
import dev.tenon.oauth.client.AccessToken;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.RegisteredClient;
import dev.tenon.oauth.client.TokenClient;
import dev.tenon.oauth.client.TokenRefusedException;
import dev.tenon.oauth.internal.HttpConnection;
import dev.tenon.oauth.internal.Network;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A token endpoint that was configured, and was not found by what a server says. */
public final class KnownEndpoint implements TokenClient {
    private final AuthorizationServer server;
    private final Supplier<RegisteredClient> client;
    private final Clock clock;
    private final TokenEndpoint tokens;

    /** The endpoint at that address, which was {@linkplain #checked checked}. */
    public KnownEndpoint(
            URI endpoint,
            Supplier<RegisteredClient> client,
            OAuthLimits limits,
            @Nullable SSLContext tls,
            Clock clock) {
        this.server = AuthorizationServer.at(endpoint);
        this.client = client;
        this.clock = clock;
        AddressRules rules = new AddressRules(endpoint, endpoint::equals, Network.SYSTEM);
        Web web = new Web(rules, limits, new HttpConnection(Network.SYSTEM, tls));
        this.tokens = new TokenEndpoint(web, new Nonces());
    }

    /**
     * An address that secrets may go to.
     *
     * @throws IllegalArgumentException when it is neither https, nor http on this machine
     */
    public static URI checked(URI uri) {
        if (!HttpUrls.isSecureOrLoopback(uri) || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("A token endpoint is https (http on this machine only), not " + uri);
        }
        return uri;
    }

    @Override
    public AccessToken clientCredentials(URI resource, Set<String> scopes) {
        RegisteredClient as = client.get();
        return token(ask(as, new ClientCredentialsGrant(), scopes, resource, ""), scopes);
    }

    @Override
    public AccessToken exchange(String subjectToken, String audience, Set<String> scopes) {
        TokenExchangeGrant grant = new TokenExchangeGrant(
                new TypelessAccessToken(subjectToken),
                TokenTypeURI.ACCESS_TOKEN,
                null,
                null,
                TokenTypeURI.ACCESS_TOKEN,
                List.of(new Audience(audience)));
        AccessTokenResponse response = ask(client.get(), grant, scopes, null, subjectToken);
        TokenTypeURI issued = response.getTokens().getAccessToken().getIssuedTokenType();
        if (issued != null && !issued.equals(TokenTypeURI.ACCESS_TOKEN) && !issued.equals(TokenTypeURI.JWT)) {
            throw new AuthorizationException(name() + " exchanged the token for something else than an access token");
        }
        AccessToken token = token(response, scopes);
        if (token.value().equals(subjectToken)) {
            throw new AuthorizationException(
                    name() + " exchanged the token for itself: it is for whoever it was given to, and not passed on");
        }
        return token;
    }

    private AccessTokenResponse ask(
            RegisteredClient as,
            AuthorizationGrant grant,
            Set<String> scopes,
            @Nullable URI resource,
            String subjectToken) {
        try {
            return tokens.ask(server, Client.of(as, null), grant, scopes.isEmpty() ? null : scopes, resource, null);
        } catch (TokenRefusedException e) {
            throw new TokenRefusedException(discreet(e, as.secret(), subjectToken), e.code());
        }
    }

    /** What the authorization server says, unless it says a secret. */
    private String discreet(TokenRefusedException e, @Nullable String secret, String subjectToken) {
        String message = String.valueOf(e.getMessage());
        // Messages are shortened: the beginning of a token gives it away as well.
        boolean tells = secret != null && holds(message, secret) || holds(message, subjectToken);
        return tells ? name() + " gives no token, and repeats what is secret" : message;
    }

    private static boolean holds(String message, String secret) {
        return !secret.isEmpty() && message.contains(secret.substring(0, Math.min(secret.length(), 16)));
    }

    private AccessToken token(AccessTokenResponse response, Set<String> asked) {
        Tokens got = Tokens.none(server.issuer(), "", "", asked).renewed(response, null, false, clock);
        return new AccessToken(got.access(), got.expires(), got.granted());
    }

    private String name() {
        return "The authorization server " + HttpUrls.origin(server.tokenEndpoint());
    }

    /** Without anything secret. */
    @Override
    public String toString() {
        return "TokenClient[" + server.issuer() + "]";
    }
}
