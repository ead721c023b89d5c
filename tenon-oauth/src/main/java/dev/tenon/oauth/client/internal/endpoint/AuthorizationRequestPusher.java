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
 * Pushes authorization requests (RFC 9126): the authorization server gets what is asked for from the client itself, and
 * the browser carries only a reference to it.
 */
public record AuthorizationRequestPusher(RestrictedHttpClient web) {
    /**
     * The page to open for that request: a pushed one where the authorization server offers or requires that, else the
     * request itself.
     *
     * @throws OAuthErrorException when the authorization server refuses the request
     * @throws AuthorizationException when it requires pushed requests and takes none, or does not answer as it should
     */
    public URI createLoginUrl(AuthorizationServer server, ClientIdentity client, AuthorizationRequest request) {
        URI endpoint = server.metadata().getPushedAuthorizationRequestEndpointURI();
        if (endpoint == null) {
            if (server.metadata().requiresPushedAuthorizationRequests()) {
                throw new AuthorizationException(
                        "The authorization server " + server.issuer()
                                + " requires pushed authorization requests (RFC 9126), but its metadata name no endpoint for them");
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

    private static URI parseRequestUri(AuthorizationServer server, HTTPResponse answer) {
        try {
            PushedAuthorizationResponse response = PushedAuthorizationResponse.parse(answer);
            if (response.indicatesSuccess()) {
                return response.toSuccessResponse().getRequestURI();
            }
            throw OAuthErrors.toException(
                    "The authorization server " + server.issuer() + " does not take the authorization request",
                    response.toErrorResponse().getErrorObject(),
                    "");
        } catch (ParseException | IllegalArgumentException e) {
            // Without the cause: it may quote the answer.
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " does not answer a pushed authorization request as it should (HTTP status "
                    + answer.getStatusCode() + ")");
        }
    }
}
