package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.LogoutResult;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.discovery.IssuerMetadataReader;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import dev.tenon.oauth.client.internal.store.TokenSet;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells an authorization server that its tokens are not wanted any more (RFC 7009). */
public record TokenRevoker(
        OAuthClientSettings settings,
        RestrictedHttpClient web,
        ClientRegistrar registrar,
        IssuerMetadataReader issuers) {
    /**
     * Has the tokens revoked by the one that gave them, the refresh token first: with it usually goes all that came of
     * it.
     */
    public LogoutResult revoke(TokenSet tokens) {
        List<String> problems = new ArrayList<>();
        Function<Token, @Nullable String> revocation = prepareRevocation(tokens);
        LogoutResult.RevocationOutcome refresh = tokens.refreshToken() == null
                ? LogoutResult.RevocationOutcome.ABSENT
                : toOutcome(revocation.apply(new RefreshToken(tokens.refreshToken())), "the refresh token: ", problems);
        LogoutResult.RevocationOutcome access = toOutcome(
                revocation.apply(new TypelessAccessToken(tokens.accessToken())), "the access token: ", problems);
        return new LogoutResult(
                refresh,
                access,
                access == LogoutResult.RevocationOutcome.FORGOTTEN ? tokens.expires() : null,
                problems.isEmpty() ? null : String.join("; ", problems));
    }

    private static LogoutResult.RevocationOutcome toOutcome(
            @Nullable String problem, String what, List<String> problems) {
        if (problem == null) {
            return LogoutResult.RevocationOutcome.REVOKED;
        }
        problems.add(what + problem);
        return LogoutResult.RevocationOutcome.FORGOTTEN;
    }

    /** Revokes a token, and answers why that failed, or null. */
    private Function<Token, @Nullable String> prepareRevocation(TokenSet tokens) {
        try {
            AuthorizationServer server = issuers.readPrevious(tokens.issuer(), settings.server());
            URI endpoint = server.metadata().getRevocationEndpointURI();
            ClientIdentity client = registrar.findClient(server);
            if (endpoint == null) {
                return token -> server.issuer() + " offers no revocation";
            }
            if (client == null || !client.id().equals(tokens.clientId())) {
                return token -> "the client that it was given to is not known here any more";
            }
            return token -> sendRevocation(endpoint, server, client, token);
        } catch (AuthorizationException e) {
            return token -> String.valueOf(e.getMessage());
        }
    }

    private @Nullable String sendRevocation(
            URI endpoint, AuthorizationServer server, ClientIdentity client, Token token) {
        try {
            ClientAuthentication authentication = client.newAuthentication(server.issuer());
            TokenRevocationRequest request = authentication == null
                    ? new TokenRevocationRequest(endpoint, client.clientId(), token)
                    : new TokenRevocationRequest(endpoint, authentication, token);
            HTTPResponse answer = web.send(request.toHTTPRequest(), "the revocation endpoint");
            String code = ErrorObject.parse(answer).getCode();
            return answer.indicatesSuccess()
                    ? null
                    : server.issuer() + " answers " + (code == null ? "" : Excerpts.escapeInvisible(code, 100) + " ")
                            + "(HTTP status " + answer.getStatusCode() + ")";
        } catch (AuthorizationException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
