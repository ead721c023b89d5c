package dev.tenon.oauth.client.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks a server, without any credentials, whether it wants some. */
final class Door {
    /** Known to every revision before 2026-07-28, and harmless: a server that lets everybody in answers it somehow. */
    private static final String KNOCK = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private final Settings settings;
    private final Web web;

    Door(Settings settings, Web web) {
        this.settings = settings;
        this.web = web;
    }

    /** What it says to a stranger; null when it does not mind. */
    @Nullable Challenge knock() {
        URI server = Resources.canonical(settings.server());
        Map<String, String> headers = Map.of(
                HeaderNames.ACCEPT,
                MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM,
                HeaderNames.CONTENT_TYPE,
                MediaTypes.JSON);
        WebAnswer answer = web.send(new HttpCall("POST", server, headers, KNOCK), "the server");
        return answer.status() == 401 ? Challenge.of(answer.all("www-authenticate")) : null;
    }
}
