package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What the exchanges of one Streamable HTTP link share. */
record HttpParts(
        HttpSender sender,
        HttpSession session,
        Link.Listener listener,
        ClientLimits limits,
        Executor executor,
        RuntimeScheduler scheduler) {
    /** The largest message, in bytes. One byte more must still fit into an array. */
    int maxBytes() {
        return Math.min(limits.json().bytes(), Integer.MAX_VALUE - 64);
    }

    /** Opens an event stream with GET, or takes one up after that event. */
    void listen(@Nullable String lastEvent, InFlight inFlight, AnswerTaker taker) {
        Map<String, String> headers = session.headers();
        headers.put(HeaderNames.ACCEPT, MediaTypes.EVENT_STREAM);
        if (lastEvent != null) {
            headers.put(HeaderNames.LAST_EVENT_ID, lastEvent);
        }
        sender.send(Outgoing.get(headers), inFlight, taker);
    }
}
