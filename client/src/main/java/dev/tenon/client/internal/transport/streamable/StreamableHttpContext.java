package dev.tenon.client.internal.transport.streamable;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.internal.transport.ClientTransport;
import dev.tenon.client.internal.transport.http.AbortHandle;
import dev.tenon.client.internal.transport.http.HttpRequestSender;
import dev.tenon.client.internal.transport.http.HttpResponseReceiver;
import dev.tenon.client.internal.transport.http.TargetRequest;
import dev.tenon.http.HeaderNames;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** State and services shared by the exchanges of one Streamable HTTP transport. */
record StreamableHttpContext(
        HttpRequestSender sender,
        StreamableHttpSession session,
        ClientTransport.TransportListener listener,
        ClientLimits limits,
        RuntimeScheduler scheduler) {
    Executor executor() {
        return sender.executor();
    }

    /** Returns the maximum message size in bytes. One byte more must still fit into an array. */
    int maxMessageBytes() {
        return Math.min(limits.json().bytes(), Integer.MAX_VALUE - 64);
    }

    /** Opens an event stream with GET, or resumes one after that event. */
    void openEventStream(@Nullable String lastEventId, AbortHandle abortHandle, HttpResponseReceiver receiver) {
        Map<String, String> headers = session.headers();
        if (lastEventId != null) {
            headers.put(HeaderNames.LAST_EVENT_ID, lastEventId);
        }
        sender.send(TargetRequest.get(headers), abortHandle, receiver);
    }
}
