package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.PushedAuthorizationRequest;
import com.nimbusds.oauth2.sdk.PushedAuthorizationResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import java.net.URI;

/**
 * Pushes authorization requests (RFC 9126): the client sends the parameters directly to the authorization server, and
 * the browser only carries a reference to them.
 */
public record AuthorizationRequestPusher(RestrictedHttpClient web) {
    /**
     * Returns the URL of the login page: a pushed request if the authorization server supports or requires it,
     * otherwise the request itself.
     *
     * @throws OAuthErrorException if the authorization server rejects the request
     * @throws AuthorizationException if it requires pushed requests without an endpoint for them, or its response is
     *     invalid
     */
    public URI createLoginUrl(AuthorizationServer server, ClientIdentity client, AuthorizationRequest request) {
        URI endpoint = server.metadata().getPushedAuthorizationRequestEndpointURI();
        if (endpoint == null) {
            if (server.metadata().requiresPushedAuthorizationRequests()) {
                throw new AuthorizationException("The authorization server " + server.issuer()
                        + " requires pushed authorization requests (RFC 9126), but names no endpoint for them");
            }
            return request.toURI();
        }
        ClientAuthentication authentication = client.newAuthentication(server.issuer());
        PushedAuthorizationRequest pushed = authentication == null
                ? new PushedAuthorizationRequest(endpoint, request)
                : new PushedAuthorizationRequest(endpoint, authentication, request);
        URI reference = parseRequestUri(server, web.send(pushed.toHTTPRequest(), "the endpoint for pushed requests"));
        return new AuthorizationRequest.Builder(reference, client.clientId())
                .endpointURI(request.getEndpointURI())
                .build()
                .toURI();
    }

    private static URI parseRequestUri(AuthorizationServer server, HTTPResponse httpResponse) {
        try {
            PushedAuthorizationResponse response = PushedAuthorizationResponse.parse(httpResponse);
            if (response.indicatesSuccess()) {
                return response.toSuccessResponse().getRequestURI();
            }
            throw OAuthErrorFormatter.toException(
                    "The authorization server " + server.issuer() + " rejects the authorization request",
                    response.toErrorResponse().getErrorObject(),
                    "");
        } catch (ParseException | IllegalArgumentException e) {
            // Without the cause, which could quote the response.
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " sent an invalid response to a pushed authorization request (HTTP status "
                    + httpResponse.getStatusCode() + ")");
        }
    }
}
