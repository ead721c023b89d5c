package dev.tenon.oauth.client.internal.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.endpoint.OAuthErrorFormatter;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import java.net.URI;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a login until the browser redirect (MCP authorization, section "Authorization Response Validation").
 *
 * @param server the authorization server of the login, with a validated issuer
 * @param redirect the redirect URI
 * @param verifier the code verifier, a secret
 * @param state the state, a secret that the redirect must contain
 */
record PendingLogin(
        AuthorizationServer server, ClientIdentity client, URI redirect, CodeVerifier verifier, String state) {
    /** Returns whether a response has the state of this login. Nothing else in it is trustworthy before that. */
    boolean hasMatchingState(String query) {
        List<String> states = URLUtils.parseParameters(query).getOrDefault("state", List.of());
        return states.size() == 1 && MessageDigest.isEqual(states.get(0).getBytes(UTF_8), state.getBytes(UTF_8));
    }

    /** Returns whether a response contains a code from the expected authorization server. */
    boolean isSuccess(String query) {
        try {
            return !extractCode(query).isEmpty();
        } catch (AuthorizationException e) {
            return false;
        }
    }

    /**
     * Returns the code in a response that {@linkplain #hasMatchingState belongs} to this login. The issuer is checked
     * first: nothing in a response of a different authorization server is used or shown, not even an error.
     *
     * @throws OAuthErrorException if the authorization server returned an error
     * @throws AuthorizationException if the response is invalid or from a different authorization server
     */
    String extractCode(String query) {
        Map<String, List<String>> params = URLUtils.parseParameters(query);
        if (params.values().stream().anyMatch(values -> values.size() > 1)) {
            throw new AuthorizationException("The login response contains a parameter twice and was ignored");
        }
        checkIssuer(MultivaluedMapUtils.getFirstValue(params, "iss"));
        String error = MultivaluedMapUtils.getFirstValue(params, "error");
        if (error != null) {
            throw OAuthErrorFormatter.toException(
                    "The authorization server " + server.issuer() + " rejected the login",
                    error,
                    MultivaluedMapUtils.getFirstValue(params, "error_description"),
                    "");
        }
        String code = MultivaluedMapUtils.getFirstValue(params, "code");
        if (code == null || code.isEmpty()) {
            throw new AuthorizationException("The login response contains neither a code nor an error");
        }
        return code;
    }

    /** Compares the issuer exactly (RFC 9207, section 2.4). */
    private void checkIssuer(@Nullable String iss) {
        if (iss == null && server.metadata().supportsAuthorizationResponseIssuerParam()) {
            throw new AuthorizationException("The login response has no issuer (iss is missing), although "
                    + server.issuer() + " declares to send it; the response was ignored");
        }
        if (iss != null && !iss.equals(server.issuer())) {
            throw new AuthorizationException("The login response is from a different authorization server than "
                    + server.issuer() + " and was ignored");
        }
    }

    /** Returns the issuer without the secrets. */
    @Override
    public String toString() {
        return "PendingLogin[at " + server.issuer() + "]";
    }
}
