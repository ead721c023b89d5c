package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A connection that carries messages in both directions. The messages received before the response to the next request
 * belong to the preceding message.
 */
abstract class ChannelTestConnection implements TestConnection {
    static final int TIMEOUT_SECONDS = 60;

    private final TestTarget target;
    private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    private final Map<String, CompletableFuture<ReceivedMessages>> pending = new ConcurrentHashMap<>();
    private volatile boolean ended;

    ChannelTestConnection(String transport, TransportKind transportKind, Revision revision) {
        this.target = new TestTarget(transport, transportKind, revision);
    }

    /** Sends the bytes as one message; returns the HTTP response if there is one. */
    abstract ReceivedMessages writeMessage(byte[] message);

    /** Opens a session if the revision has sessions. Subclasses call it when the connection is open. */
    final void openSession() {
        if (!target.revision().isStateless()) {
            writeMessage(TestRequests.initialize(target.revision()));
            String response = new String(awaitMessage("initialize"), UTF_8);
            if (!response.contains("\"protocolVersion\":\"" + target.revision() + "\"")) {
                throw new AssertionError(target + ": could not open a session: " + response);
            }
            writeMessage(TestRequests.initialized());
        }
    }

    /** Adds a received message. Subclasses call it for every message. */
    final void addReceived(byte[] message) {
        CompletableFuture<ReceivedMessages> future = pending.isEmpty() ? null : takePending(message);
        if (future == null) {
            received.add(message);
        } else {
            future.complete(ReceivedMessages.ofChannel(List.of(message)));
        }
    }

    /** Removes the pending request whose result this is. An error with the same id belongs to another request. */
    private @Nullable CompletableFuture<ReceivedMessages> takePending(byte[] message) {
        Json json = Json.parse(new String(message, UTF_8));
        Json id = json.get("id");
        return id == null || json.get("result") == null ? null : pending.remove(id.toString());
    }

    /** Marks the end of the connection. Subclasses call it when no more messages can arrive. */
    final void markEnded() {
        ended = true;
    }

    @Override
    public final TestTarget target() {
        return target;
    }

    @Override
    public final ReceivedMessages send(byte[] message, int responseCount) {
        ReceivedMessages httpResponse = writeMessage(message);
        int missing = responseCount - httpResponse.body().size();
        List<byte[]> messages = new ArrayList<>();
        while (messages.size() < missing) {
            messages.add(awaitMessage("the message"));
        }
        messages.addAll(collectUntilNextResponse());
        return new ReceivedMessages(httpResponse.status(), httpResponse.body(), messages);
    }

    /**
     * Sends another request and returns the messages received before its response: they belong to the preceding
     * message.
     */
    private List<byte[]> collectUntilNextResponse() {
        String id = TestRequests.freshId();
        writeMessage(TestRequests.request(target.revision(), id, "tools/list", ""));
        List<byte[]> earlier = new ArrayList<>();
        byte[] message = awaitMessage("the next request");
        while (!isResponseTo(message, id)) {
            earlier.add(message);
            message = awaitMessage("the next request");
        }
        if (!new String(message, UTF_8).contains("\"tools\"")) {
            throw new AssertionError(target + ": the next request failed: " + new String(message, UTF_8));
        }
        return earlier;
    }

    private static boolean isResponseTo(byte[] message, String id) {
        // The text is searched first, so that large responses need not be parsed.
        String text = new String(message, UTF_8);
        return text.contains(id) && id.equals(findId(text));
    }

    private static @Nullable String findId(String text) {
        Json id = Json.parse(text).get("id");
        return id == null ? null : id.string();
    }

    private byte[] awaitMessage(String description) {
        try {
            for (int waited = 0; waited < TIMEOUT_SECONDS * 10; waited++) {
                byte[] message = received.poll(100, TimeUnit.MILLISECONDS);
                if (message != null) {
                    return message;
                }
                if (ended && received.isEmpty()) {
                    throw new AssertionError(target + ": the connection ended before the response to " + description);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new AssertionError(target + ": no response to " + description);
    }

    @Override
    public final PendingResponse sendAsync(byte[] request) {
        CompletableFuture<ReceivedMessages> future = new CompletableFuture<>();
        pending.put(String.valueOf(Json.parse(new String(request, UTF_8)).get("id")), future);
        writeMessage(request);
        return () -> {
            try {
                return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError(target + ": no response to an earlier request", e);
            }
        };
    }
}
