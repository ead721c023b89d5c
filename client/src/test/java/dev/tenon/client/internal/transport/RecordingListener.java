package dev.tenon.client.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.ClientLimits;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A listener that records its calls. */
final class RecordingListener implements ClientTransport.TransportListener {
    private static final long TIMEOUT_SECONDS = 20;

    private final MessageReader reader = new MessageReader(ClientLimits.DEFAULT.json(), 100);
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** A recorded call of the listener: its type, the request, and the message or the failure. */
    record Event(
            String type,
            @Nullable RequestId id,
            String text,
            @Nullable RuntimeException failure) {
        Json json() {
            return Json.parse(text);
        }
    }

    @Override
    public boolean onMessage(byte[] bytes, @Nullable RequestId exchange) {
        events.add(new Event("message", exchange, new String(bytes, UTF_8), null));
        MessageReadResult read = reader.read(bytes);
        boolean isOtherMessage = read instanceof MessageReadResult.ValidMessage accepted
                && !(accepted.message() instanceof Response response
                        && (response.id() == null || response.id().equals(exchange)));
        return exchange != null && !isOtherMessage;
    }

    @Override
    public void onOversizedMessage(@Nullable RequestId exchange) {
        events.add(new Event("oversized", exchange, "", null));
    }

    @Override
    public void onRequestFailed(RequestId id, RuntimeException reason) {
        events.add(new Event("failed", id, String.valueOf(reason.getMessage()), reason));
    }

    @Override
    public void onClosed(String reason) {
        events.add(new Event("closed", null, reason, null));
    }

    Event nextEvent() throws InterruptedException {
        Event event = events.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("The listener was not called");
        }
        return event;
    }

    Event nextEvent(String type) throws InterruptedException {
        Event event = nextEvent();
        if (!event.type().equals(type)) {
            throw new AssertionError("Expected " + type + ", got " + event);
        }
        return event;
    }

    boolean hasNoEvent(long millis) throws InterruptedException {
        Event event = events.poll(millis, TimeUnit.MILLISECONDS);
        if (event != null) {
            throw new AssertionError("Unexpected event: " + event);
        }
        return true;
    }
}
