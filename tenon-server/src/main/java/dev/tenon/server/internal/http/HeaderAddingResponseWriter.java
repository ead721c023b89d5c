package dev.tenon.server.internal.http;

import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds headers to every response. */
record HeaderAddingResponseWriter(HttpResponseWriter reply, Map<String, String> extra) implements HttpResponseWriter {
    static HttpResponseWriter wrap(HttpResponseWriter reply, Map<String, String> extra) {
        return extra.isEmpty() ? reply : new HeaderAddingResponseWriter(reply, extra);
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        reply.send(status, mergeHeaders(headers), body);
    }

    @Override
    public HttpResponseStream openStream(Map<String, String> headers) {
        return reply.openStream(mergeHeaders(headers));
    }

    @Override
    public void onClosed(Runnable action) {
        reply.onClosed(action);
    }

    private Map<String, String> mergeHeaders(Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(extra);
        all.putAll(headers);
        return all;
    }
}
