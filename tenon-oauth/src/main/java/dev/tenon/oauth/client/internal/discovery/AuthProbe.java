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

/** Asks a server whether it wants credentials, and whether it takes those that there are. */
public record AuthProbe(OAuthClientSettings settings, RestrictedHttpClient web, DpopNonceCache nonces) {
    /** Known to every revision before 2026-07-28, and harmless: a server that lets everybody in answers it somehow. */
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    /**
     * What the server says to a request with these headers; null when it does not mind.
     *
     * @param credentials none, or those of a token
     */
    @Nullable public Challenge probe(Map<String, String> credentials) {
        URI server = ResourceIdentifiers.canonical(settings.server());
        Map<String, String> headers = new HashMap<>(credentials);
        headers.put(HeaderNames.ACCEPT, MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);
        headers.put(HeaderNames.CONTENT_TYPE, MediaTypes.JSON);
        OAuthHttpResponse answer = web.send(new OAuthHttpRequest("POST", server, headers, PING), "the server");
        nonces.update(server, answer.header("dpop-nonce"));
        Challenge challenge = Challenge.of(answer.headerValues("www-authenticate"));
        return answer.status() == 401 || answer.status() == 403 && challenge.isInsufficientScope() ? challenge : null;
    }
}
