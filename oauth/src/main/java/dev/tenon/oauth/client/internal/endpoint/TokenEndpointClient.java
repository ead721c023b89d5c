package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import com.nimbusds.oauth2.sdk.tokenexchange.TokenExchangeGrant;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.internal.ScopeSelector;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.dpop.DpopKey;
import dev.tenon.oauth.client.internal.dpop.DpopNonceCache;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sends requests to token endpoints. */
public record TokenEndpointClient(RestrictedHttpClient web, DpopNonceCache nonces) {
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    private static final Set<String> TEMPORARY_ERRORS = Set.of("temporarily_unavailable", "server_error");

    /**
     * Requests a token. If the server requires a nonce in the DPoP proof, the request is repeated once with it.
     *
     * @param scopes the requested scopes; null for none
     * @param resource the resource of the token, or null if the grant contains it
     * @param key the key to which the token is bound, or null
     * @throws OAuthErrorException if the authorization server rejects the request permanently
     * @throws AuthorizationException if it is unreachable, rejects the request temporarily, or sends an invalid
     *     response
     */
    public AccessTokenResponse requestToken(
            AuthorizationServer server,
            ClientIdentity client,
            AuthorizationGrant grant,
            @Nullable Set<String> scopes,
            @Nullable URI resource,
            @Nullable DpopKey key) {
        HTTPResponse httpResponse =
                sendWithProofAndCacheNonce(buildRequest(server, client, grant, scopes, resource), key);
        if (key != null && "use_dpop_nonce".equals(errorCode(httpResponse))) {
            httpResponse = sendWithProofAndCacheNonce(buildRequest(server, client, grant, scopes, resource), key);
        }
        String name = "The authorization server " + HttpUrls.origin(server.tokenEndpoint());
        try {
            TokenResponse response = TokenResponse.parse(httpResponse);
            if (response instanceof AccessTokenResponse success) {
                return success;
            }
            OAuthErrorException error = OAuthErrorFormatter.toException(
                    name + " issued no token", response.toErrorResponse().getErrorObject(), "");
            throw isTemporary(httpResponse, error.errorCode())
                    ? new AuthorizationException(String.valueOf(error.getMessage()))
                    : error;
        } catch (ParseException | IllegalArgumentException e) {
            // Without the cause, which could quote the response.
            throw new AuthorizationException(
                    name + " sent an invalid token response (HTTP status " + httpResponse.getStatusCode() + ")");
        }
    }

    /** Creates the grant that exchanges a token for one of this type and audience (RFC 8693, section 2.1). */
    public static TokenExchangeGrant newExchangeGrant(
            String token, TokenTypeURI type, TokenTypeURI requestedType, String audience) {
        return new TokenExchangeGrant(
                new TypelessAccessToken(token), type, null, null, requestedType, List.of(new Audience(audience)));
    }

    /** Returns whether the error is temporary, so that the client keeps its credentials. */
    private static boolean isTemporary(HTTPResponse httpResponse, String code) {
        int status = httpResponse.getStatusCode();
        return status >= SERVER_ERROR || status == TOO_MANY || TEMPORARY_ERRORS.contains(code);
    }

    private static @Nullable String errorCode(HTTPResponse httpResponse) {
        return httpResponse.indicatesSuccess()
                ? null
                : ErrorObject.parse(httpResponse).getCode();
    }

    private HTTPResponse sendWithProofAndCacheNonce(HTTPRequest request, @Nullable DpopKey key) {
        URI endpoint = request.getURI();
        if (key != null) {
            request.setDPoP(key.createProof("POST", endpoint, null, nonces.get(endpoint)));
        }
        request.setHeader("Accept", "application/json");
        HTTPResponse httpResponse = web.send(request, "the token endpoint");
        nonces.update(endpoint, httpResponse.getHeaderValue("DPoP-Nonce"));
        return httpResponse;
    }

    private static HTTPRequest buildRequest(
            AuthorizationServer server,
            ClientIdentity client,
            AuthorizationGrant grant,
            @Nullable Set<String> scopes,
            @Nullable URI resource) {
        URI endpoint = server.tokenEndpoint();
        var authentication = client.newAuthentication(server.issuer());
        TokenRequest.Builder request = authentication == null
                ? new TokenRequest.Builder(endpoint, client.clientId(), grant)
                : new TokenRequest.Builder(endpoint, authentication, grant);
        if (resource != null) {
            request.resource(resource);
        }
        if (authentication instanceof PrivateKeyJWT) {
            // Some servers require the client ID in addition to the assertion, which RFC 7521, section 4.2 allows.
            request.customParameter("client_id", client.id());
        }
        return request.scope(ScopeSelector.toScope(scopes)).build().toHTTPRequest();
    }
}
