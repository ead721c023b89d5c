package dev.tenon.oauth.client.internal.login;

import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.endpoint.OAuthErrors;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A login that a person is at: what is kept of it until they come back (authorization, section "Authorization Response
 * Validation").
 *
 * @param server where they were sent, with the issuer that was checked beforehand
 * @param redirect where they come back to
 * @param verifier the secret behind the code challenge
 * @param state the secret that they bring back
 */
record PendingLogin(
        AuthorizationServer server, ClientIdentity client, URI redirect, CodeVerifier verifier, String state) {
    /** Whether an answer has the state of this login. What else is in it says nothing before that is so. */
    boolean hasMatchingState(String query) {
        List<String> brought = URLUtils.parseParameters(query).getOrDefault("state", List.of());
        return brought.size() == 1
                && MessageDigest.isEqual(
                        brought.get(0).getBytes(StandardCharsets.UTF_8), state.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether an answer of this login is what was waited for: a code, from whom it was expected. */
    boolean isSuccess(String query) {
        try {
            return !extractCode(query).isEmpty();
        } catch (AuthorizationException e) {
            return false;
        }
    }

    /**
     * The code in an answer that {@linkplain #hasMatchingState belongs} to this login. Who it comes from is looked at
     * before anything else: of another authorization server's answer nothing is used or shown, not even that it is an
     * error.
     *
     * @throws OAuthErrorException when the authorization server refused
     * @throws AuthorizationException when the answer is not the one that was waited for
     */
    String extractCode(String query) {
        Map<String, List<String>> params = URLUtils.parseParameters(query);
        if (params.values().stream().anyMatch(values -> values.size() > 1)) {
            throw new AuthorizationException("The answer to the login names something twice: it was thrown away");
        }
        checkIssuer(MultivaluedMapUtils.getFirstValue(params, "iss"));
        String error = MultivaluedMapUtils.getFirstValue(params, "error");
        if (error != null) {
            throw OAuthErrors.toException(
                    "The authorization server " + server.issuer() + " did not let the person in",
                    error,
                    MultivaluedMapUtils.getFirstValue(params, "error_description"),
                    "");
        }
        String code = MultivaluedMapUtils.getFirstValue(params, "code");
        if (code == null || code.isEmpty()) {
            throw new AuthorizationException("The answer to the login holds neither a code nor an error");
        }
        return code;
    }

    /** Plain comparison, to the letter (RFC 9207, section 2.4). */
    private void checkIssuer(@Nullable String iss) {
        if (iss == null && server.metadata().supportsAuthorizationResponseIssuerParam()) {
            throw new AuthorizationException(
                    "The answer to the login does not say who gave it (iss is missing), although " + server.issuer()
                            + " says that it does: it was thrown away");
        }
        if (iss != null && !iss.equals(server.issuer())) {
            throw new AuthorizationException("The answer to the login comes from another authorization server than "
                    + server.issuer() + ", where the person was sent: it was thrown away");
        }
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "Pending[at " + server.issuer() + "]";
    }
}
