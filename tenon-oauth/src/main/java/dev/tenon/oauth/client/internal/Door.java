package dev.tenon.oauth.client.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.oauth.internal.HttpCall;
import dev.tenon.oauth.internal.WebAnswer;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks a server whether it wants credentials, and whether it takes those that there are. */
record Door(Settings settings, Web web, Nonces nonces) {
    /** Known to every revision before 2026-07-28, and harmless: a server that lets everybody in answers it somehow. */
    private static final String KNOCK = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    /**
     * What the server says to a request with these headers; null when it does not mind.
     *
     * @param credentials none, or those of a token
     */
    @Nullable Challenge knock(Map<String, String> credentials) {
        URI server = Resources.canonical(settings.server());
        Map<String, String> headers = new HashMap<>(credentials);
        headers.put(HeaderNames.ACCEPT, MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);
        headers.put(HeaderNames.CONTENT_TYPE, MediaTypes.JSON);
        WebAnswer answer = web.send(new HttpCall("POST", server, headers, KNOCK), "the server");
        nonces.took(server, answer.header("dpop-nonce"));
        Challenge challenge = Challenge.of(answer.all("www-authenticate"));
        return answer.status() == 401 || answer.status() == 403 && challenge.isScopeMissing() ? challenge : null;
    }
}
