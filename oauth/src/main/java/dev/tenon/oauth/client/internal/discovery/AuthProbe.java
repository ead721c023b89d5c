package dev.tenon.oauth.client.internal.discovery;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import dev.tenon.oauth.client.internal.dpop.DpopNonceCache;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.internal.OAuthHttpRequest;
import dev.tenon.oauth.internal.OAuthHttpResponse;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Probes whether a server requires credentials, and whether it accepts the current ones. */
public record AuthProbe(OAuthClientSettings settings, RestrictedHttpClient web, DpopNonceCache nonces) {
    /**
     * A harmless request of all revisions before 2026-07-28; a server without authentication sends some response to it.
     */
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    /**
     * Sends a request with these headers; returns the challenge of a response with status 401, or 403 for missing
     * scopes. For any other response, also an error, it returns null. A DPoP nonce in the response is stored for the
     * next proof, so that the caller can repeat a probe whose challenge requires a nonce.
     *
     * @param credentials the headers of a token, or an empty map
     */
    @Nullable public AuthenticationChallenge probe(Map<String, String> credentials) {
        URI server = ResourceIdentifiers.canonical(settings.server());
        Map<String, String> headers = new HashMap<>(credentials);
        headers.put(HeaderNames.ACCEPT, MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);
        headers.put(HeaderNames.CONTENT_TYPE, MediaTypes.JSON);
        OAuthHttpResponse response = web.send(new OAuthHttpRequest("POST", server, headers, PING), "the server");
        nonces.update(server, response.header("dpop-nonce"));
        AuthenticationChallenge challenge =
                AuthenticationChallenge.parseOAuthChallenge(response.headerValues("www-authenticate"));
        return response.status() == 401 || response.status() == 403 && challenge.isInsufficientScope()
                ? challenge
                : null;
    }
}
