package dev.tenon.server.internal;

import dev.tenon.server.HttpReply;
import dev.tenon.server.HttpStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** An answer to a page of an allowed origin: the same, plus what the browser has to see. */
final class CorsReply implements HttpReply {
    private final HttpReply reply;
    private final Map<String, String> extra;

    CorsReply(HttpReply reply, String origin) {
        this.reply = reply;
        this.extra = Cors.answer(origin);
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        reply.send(status, merged(headers), body);
    }

    @Override
    public HttpStream open(Map<String, String> headers) {
        return reply.open(merged(headers));
    }

    @Override
    public void onClosed(Runnable action) {
        reply.onClosed(action);
    }

    private Map<String, String> merged(Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(extra);
        all.putAll(headers);
        return all;
    }
}
