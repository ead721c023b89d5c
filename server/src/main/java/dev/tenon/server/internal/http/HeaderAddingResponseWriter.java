package dev.tenon.server.internal.http;

import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds headers to every response. */
record HeaderAddingResponseWriter(HttpResponseWriter writer, Map<String, String> extraHeaders)
        implements HttpResponseWriter {
    static HttpResponseWriter wrap(HttpResponseWriter writer, Map<String, String> extra) {
        return extra.isEmpty() ? writer : new HeaderAddingResponseWriter(writer, extra);
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        writer.send(status, mergeHeaders(headers), body);
    }

    @Override
    public HttpResponseStream openStream(Map<String, String> headers) {
        return writer.openStream(mergeHeaders(headers));
    }

    @Override
    public void onDisconnected(Runnable action) {
        writer.onDisconnected(action);
    }

    private Map<String, String> mergeHeaders(Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(extraHeaders);
        all.putAll(headers);
        return all;
    }
}
