package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.TokenRefusedException;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks token endpoints. */
record TokenEndpoint(Web web, Nonces nonces) {
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    private static final Set<String> FOR_NOW = Set.of("temporarily_unavailable", "server_error");
    private static final String WANTS_NONCE = "use_dpop_nonce";

    /**
     * What is asked for.
     *
     * @param endpoint where
     * @param audience who an assertion of the client is for
     * @param scopes null for no scope at all
     * @param resource what the token is for, or null where the grant says it
     * @param key what the token is to be bound to, or null
     */
    record Request(
            URI endpoint,
            String audience,
            Client client,
            AuthorizationGrant grant,
            @Nullable Set<String> scopes,
            @Nullable URI resource,
            @Nullable DpopKey key) {
        /** Without what it holds. */
        @Override
        public String toString() {
            return "Request[to " + endpoint + "]";
        }
    }

    /**
     * The answer to the request. One that wants a nonce in the proof is asked once more with it.
     *
     * @throws TokenRefusedException when the authorization server refuses for good
     * @throws AuthorizationException when it does not answer, refuses for now, or makes no sense
     */
    AccessTokenResponse ask(Request request) {
        HTTPResponse answer = send(request);
        if (request.key() != null && WANTS_NONCE.equals(code(answer))) {
            answer = send(request);
        }
        try {
            TokenResponse response = TokenResponse.parse(answer);
            if (response instanceof AccessTokenResponse success) {
                return success;
            }
            TokenRefusedException refused = TokenErrors.exception(
                    "The authorization server " + HttpUrls.origin(request.endpoint()) + " gives no token",
                    response.toErrorResponse().getErrorObject(),
                    "");
            throw isForNow(answer, refused.code())
                    ? new AuthorizationException(String.valueOf(refused.getMessage()))
                    : refused;
        } catch (ParseException | IllegalArgumentException e) {
            // Without the cause: it may quote the answer.
            throw new AuthorizationException("The authorization server " + HttpUrls.origin(request.endpoint())
                    + " does not answer as a token endpoint does (HTTP status " + answer.getStatusCode() + ")");
        }
    }

    /** Whether the same request may be granted later: what a client holds is not worth less for that. */
    private static boolean isForNow(HTTPResponse answer, String code) {
        return answer.getStatusCode() >= SERVER_ERROR || answer.getStatusCode() == TOO_MANY || FOR_NOW.contains(code);
    }

    private static @Nullable String code(HTTPResponse answer) {
        if (answer.indicatesSuccess()) {
            return null;
        }
        try {
            ErrorObject error = TokenResponse.parse(answer).toErrorResponse().getErrorObject();
            return error == null ? null : error.getCode();
        } catch (ParseException | IllegalArgumentException e) {
            return null;
        }
    }

    private HTTPResponse send(Request request) {
        HTTPRequest made = made(request);
        DpopKey key = request.key();
        if (key != null) {
            made.setDPoP(key.proof("POST", request.endpoint(), null, nonces.of(request.endpoint())));
        }
        made.setHeader("Accept", "application/json");
        HTTPResponse answer = web.send(made, "the token endpoint");
        nonces.took(request.endpoint(), answer.getHeaderValue("DPoP-Nonce"));
        return answer;
    }

    private static HTTPRequest made(Request request) {
        ClientAuthentication authentication = request.client().authentication(request.audience());
        Scope scope = Scopes.scope(request.scopes());
        List<URI> resources = request.resource() == null ? null : List.of(request.resource());
        TokenRequest made = authentication == null
                ? new TokenRequest(
                        request.endpoint(),
                        request.client().clientId(),
                        request.grant(),
                        scope,
                        null,
                        resources,
                        null,
                        null,
                        null)
                : new TokenRequest(
                        request.endpoint(),
                        authentication,
                        request.grant(),
                        scope,
                        null,
                        resources,
                        null,
                        named(authentication));
        return made.toHTTPRequest();
    }

    /** An assertion names the client, but there are servers that want its name beside it, as they may (RFC 7521, section 4.2). */
    private static Map<String, List<String>> named(ClientAuthentication authentication) {
        return authentication instanceof PrivateKeyJWT
                ? Map.of("client_id", List.of(authentication.getClientID().getValue()))
                : Map.of();
    }
}
