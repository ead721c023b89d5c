package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.LogoutResult;
import dev.tenon.oauth.client.LogoutResult.RevocationOutcome;
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

/** Revokes tokens at the authorization server that issued them (RFC 7009). */
public record TokenRevoker(
        OAuthClientSettings settings,
        RestrictedHttpClient web,
        ClientRegistrar registrar,
        IssuerMetadataReader issuers) {
    /**
     * Revokes the refresh token first, because this usually revokes all tokens that were issued with it, then the
     * access token.
     */
    public LogoutResult revokeForLogout(TokenSet tokens) {
        List<String> problems = new ArrayList<>();
        Function<Token, @Nullable String> revocation = newRevocationFunction(tokens);
        RevocationOutcome refresh = tokens.refreshToken() == null
                ? RevocationOutcome.ABSENT
                : addProblemAndGetOutcome(
                        revocation.apply(new RefreshToken(tokens.refreshToken())), "the refresh token: ", problems);
        RevocationOutcome access = addProblemAndGetOutcome(
                revocation.apply(new TypelessAccessToken(tokens.accessToken())), "the access token: ", problems);
        return new LogoutResult(
                refresh,
                access,
                access == RevocationOutcome.DELETED_LOCALLY ? tokens.expires() : null,
                problems.isEmpty() ? null : String.join("; ", problems));
    }

    private static RevocationOutcome addProblemAndGetOutcome(
            @Nullable String problem, String prefix, List<String> problems) {
        if (problem == null) {
            return RevocationOutcome.REVOKED;
        }
        problems.add(prefix + problem);
        return RevocationOutcome.DELETED_LOCALLY;
    }

    /** Returns a function that revokes a token, and returns the reason for a failure or null. */
    private Function<Token, @Nullable String> newRevocationFunction(TokenSet tokens) {
        try {
            AuthorizationServer server = issuers.readIssuerOfTokens(tokens.issuer(), settings.server());
            URI endpoint = server.metadata().getRevocationEndpointURI();
            ClientIdentity client = registrar.findClientAndBindIssuer(server);
            if (endpoint == null) {
                return token -> server.issuer() + " does not support revocation";
            }
            if (client == null || !client.id().equals(tokens.clientId())) {
                return token -> "the client to which it was issued is no longer known";
            }
            return token -> sendRevocation(endpoint, server, client, token);
        } catch (AuthorizationException e) {
            return token -> String.valueOf(e.getMessage());
        }
    }

    private @Nullable String sendRevocation(
            URI endpoint, AuthorizationServer server, ClientIdentity client, Token token) {
        try {
            var authentication = client.newAuthentication(server.issuer());
            TokenRevocationRequest request = authentication == null
                    ? new TokenRevocationRequest(endpoint, client.clientId(), token)
                    : new TokenRevocationRequest(endpoint, authentication, token);
            HTTPResponse httpResponse = web.send(request.toHTTPRequest(), "the revocation endpoint");
            String code = ErrorObject.parse(httpResponse).getCode();
            return httpResponse.indicatesSuccess()
                    ? null
                    : server.issuer() + " responded " + (code == null ? "" : Excerpts.escapeInvisible(code, 100) + " ")
                            + "(HTTP status " + httpResponse.getStatusCode() + ")";
        } catch (AuthorizationException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
