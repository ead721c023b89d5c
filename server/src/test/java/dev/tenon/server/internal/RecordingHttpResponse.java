package dev.tenon.server.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Records the response to one HTTP request. */
public final class RecordingHttpResponse implements HttpResponseWriter {
    private final List<String> sent = new ArrayList<>();
    private final List<Runnable> disconnectActions = new ArrayList<>();
    private final RecordingHttpStream stream = new RecordingHttpStream();
    private Map<String, String> headers = Map.of();
    private boolean disconnected;
    private boolean failing;
    private int openedCount;

    /** Returns the complete responses: status and body. */
    public List<String> sent() {
        return sent;
    }

    public Map<String, String> headers() {
        return headers;
    }

    public RecordingHttpStream stream() {
        return stream;
    }

    /** Returns how many streams were opened. */
    public int openedCount() {
        return openedCount;
    }

    /** Throws an exception when a stream is opened. */
    public void failToOpen() {
        failing = true;
    }

    /** Closes the connection of the client. */
    public void disconnect() {
        disconnected = true;
        List.copyOf(disconnectActions).forEach(Runnable::run);
        disconnectActions.clear();
    }

    @Override
    public void send(int status, Map<String, String> responseHeaders, byte[] body) {
        headers = responseHeaders;
        sent.add((status + " " + new String(body, UTF_8)).strip());
    }

    @Override
    public HttpResponseStream openStream(Map<String, String> responseHeaders) {
        if (failing) {
            throw new IllegalStateException("the container failed");
        }
        headers = responseHeaders;
        openedCount++;
        return stream;
    }

    @Override
    public void onDisconnected(Runnable action) {
        if (disconnected) {
            action.run();
        } else {
            disconnectActions.add(action);
        }
    }
}
