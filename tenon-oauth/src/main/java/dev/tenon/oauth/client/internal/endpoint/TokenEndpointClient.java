package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks token endpoints. */
public record TokenEndpointClient(RestrictedHttpClient web, DpopNonceCache nonces) {
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    private static final Set<String> TEMPORARY_ERRORS = Set.of("temporarily_unavailable", "server_error");
    private static final String USE_DPOP_NONCE = "use_dpop_nonce";

    /**
     * The answer to a request. One that wants a nonce in the proof is asked once more with it.
     *
     * @param scopes null for no scope at all
     * @param resource what the token is for, or null where the grant says it
     * @param key what the token is to be bound to, or null
     * @throws OAuthErrorException when the authorization server refuses for good
     * @throws AuthorizationException when it does not answer, refuses for now, or makes no sense
     */
    public AccessTokenResponse requestToken(
            AuthorizationServer server,
            ClientIdentity client,
            AuthorizationGrant grant,
            @Nullable Set<String> scopes,
            @Nullable URI resource,
            @Nullable DpopKey key) {
        HTTPResponse answer = send(buildRequest(server, client, grant, scopes, resource), key);
        if (key != null && USE_DPOP_NONCE.equals(errorCode(answer))) {
            answer = send(buildRequest(server, client, grant, scopes, resource), key);
        }
        String name = "The authorization server " + HttpUrls.origin(server.tokenEndpoint());
        try {
            TokenResponse response = TokenResponse.parse(answer);
            if (response instanceof AccessTokenResponse success) {
                return success;
            }
            OAuthErrorException refused = OAuthErrors.toException(
                    name + " gives no token", response.toErrorResponse().getErrorObject(), "");
            throw isTemporary(answer, refused.errorCode())
                    ? new AuthorizationException(String.valueOf(refused.getMessage()))
                    : refused;
        } catch (ParseException | IllegalArgumentException e) {
            // Without the cause: it may quote the answer.
            throw new AuthorizationException(
                    name + " does not answer as a token endpoint does (HTTP status " + answer.getStatusCode() + ")");
        }
    }

    /** Whether the same request may be granted later: what a client holds is not worth less for that. */
    private static boolean isTemporary(HTTPResponse answer, String code) {
        return answer.getStatusCode() >= SERVER_ERROR
                || answer.getStatusCode() == TOO_MANY
                || TEMPORARY_ERRORS.contains(code);
    }

    private static @Nullable String errorCode(HTTPResponse answer) {
        return answer.indicatesSuccess() ? null : ErrorObject.parse(answer).getCode();
    }

    private HTTPResponse send(HTTPRequest request, @Nullable DpopKey key) {
        URI endpoint = request.getURI();
        if (key != null) {
            request.setDPoP(key.createProof("POST", endpoint, null, nonces.get(endpoint)));
        }
        request.setHeader("Accept", "application/json");
        HTTPResponse answer = web.send(request, "the token endpoint");
        nonces.update(endpoint, answer.getHeaderValue("DPoP-Nonce"));
        return answer;
    }

    private static HTTPRequest buildRequest(
            AuthorizationServer server,
            ClientIdentity client,
            AuthorizationGrant grant,
            @Nullable Set<String> scopes,
            @Nullable URI resource) {
        URI endpoint = server.tokenEndpoint();
        ClientAuthentication authentication = client.newAuthentication(server.issuer());
        TokenRequest.Builder request = authentication == null
                ? new TokenRequest.Builder(endpoint, client.clientId(), grant)
                : new TokenRequest.Builder(endpoint, authentication, grant);
        if (resource != null) {
            request.resource(resource);
        }
        if (authentication instanceof PrivateKeyJWT) {
            // There are servers that want the client's name beside its assertion, as they may (RFC 7521, section 4.2).
            request.customParameter("client_id", client.id());
        }
        return request.scope(ScopeSelector.toScope(scopes)).build().toHTTPRequest();
    }
}
