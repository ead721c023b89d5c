package dev.tenon.server.internal;

import dev.tenon.server.HttpReply;
import dev.tenon.server.HttpStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** The same reply, with headers that go with whatever is answered. */
record HeadedReply(HttpReply reply, Map<String, String> extra) implements HttpReply {
    static HttpReply of(HttpReply reply, Map<String, String> extra) {
        return extra.isEmpty() ? reply : new HeadedReply(reply, extra);
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
