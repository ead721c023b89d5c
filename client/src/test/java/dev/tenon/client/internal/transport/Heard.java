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
final class Heard implements ClientTransport.TransportListener {
    private static final long PATIENCE_SECONDS = 20;

    private final MessageReader gate = new MessageReader(ClientLimits.DEFAULT.json(), 100);
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** A recorded call of a listener: the method, the request, and the argument. */
    record Event(
            String what,
            @Nullable RequestId id,
            String text,
            @Nullable RuntimeException reason) {
        Json json() {
            return Json.parse(text);
        }
    }

    @Override
    public boolean onMessage(byte[] bytes, @Nullable RequestId exchange) {
        events.add(new Event("message", exchange, new String(bytes, UTF_8), null));
        MessageReadResult read = gate.read(bytes);
        boolean isSomethingElse = read instanceof MessageReadResult.ValidMessage accepted
                && !(accepted.message() instanceof Response response
                        && (response.id() == null || response.id().equals(exchange)));
        return exchange != null && !isSomethingElse;
    }

    @Override
    public void onOversizedMessage(@Nullable RequestId exchange) {
        events.add(new Event("tooLarge", exchange, "", null));
    }

    @Override
    public void onRequestFailed(RequestId id, RuntimeException reason) {
        events.add(new Event("failed", id, String.valueOf(reason.getMessage()), reason));
    }

    @Override
    public void onClosed(String reason) {
        events.add(new Event("closed", null, reason, null));
    }

    Event next() throws InterruptedException {
        Event event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("Nothing was told");
        }
        return event;
    }

    Event next(String what) throws InterruptedException {
        Event event = next();
        if (!event.what().equals(what)) {
            throw new AssertionError("Expected " + what + ", was told " + event);
        }
        return event;
    }

    boolean isQuietFor(long millis) throws InterruptedException {
        Event event = events.poll(millis, TimeUnit.MILLISECONDS);
        if (event != null) {
            throw new AssertionError("Was told " + event);
        }
        return true;
    }
}
