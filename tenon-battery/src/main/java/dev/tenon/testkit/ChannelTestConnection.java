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
 * A connection that carries messages both ways. What came for a message is what came before the answer to the next one.
 */
abstract class ChannelTestConnection implements TestConnection {
    static final int TIMEOUT_SECONDS = 60;

    private final TestTarget place;
    private final BlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>();
    private final Map<String, CompletableFuture<ReceivedMessages>> pending = new ConcurrentHashMap<>();
    private volatile boolean ended;

    ChannelTestConnection(String transport, TransportKind carrier, Revision revision) {
        this.place = new TestTarget(transport, carrier, revision);
    }

    /** Puts the bytes on the wire as one message; returns the HTTP answer where there is one. */
    abstract ReceivedMessages writeMessage(byte[] message);

    /** To be called once the connection is there. */
    final void openSession() {
        if (!place.revision().isStateless()) {
            writeMessage(TestRequests.initialize(place.revision()));
            String agreed = new String(awaitMessage("initialize"), UTF_8);
            if (!agreed.contains("\"protocolVersion\":\"" + place.revision() + "\"")) {
                throw new AssertionError(place + ": no such session: " + agreed);
            }
            writeMessage(TestRequests.initialized());
        }
    }

    /** To be called for every message that comes. */
    final void enqueueReceived(byte[] message) {
        CompletableFuture<ReceivedMessages> awaited = pending.isEmpty() ? null : takePending(message);
        if (awaited == null) {
            arrived.add(message);
        } else {
            awaited.complete(ReceivedMessages.ofChannel(List.of(message)));
        }
    }

    /** The request that began earlier and whose result this is. An error for the same id is another request's. */
    private @Nullable CompletableFuture<ReceivedMessages> takePending(byte[] message) {
        Json json = Json.parse(new String(message, UTF_8));
        Json id = json.get("id");
        return id == null || json.get("result") == null ? null : pending.remove(id.toString());
    }

    /** To be called when nothing more will come. */
    final void markEnded() {
        ended = true;
    }

    @Override
    public final TestTarget target() {
        return place;
    }

    @Override
    public final ReceivedMessages send(byte[] message, int answers) {
        ReceivedMessages posted = writeMessage(message);
        int missing = answers - posted.body().size();
        List<byte[]> heard = new ArrayList<>();
        while (heard.size() < missing) {
            heard.add(awaitMessage("the message"));
        }
        heard.addAll(collectUntilNextResponse());
        return new ReceivedMessages(posted.status(), posted.body(), heard);
    }

    /** Asks something else; everything that comes before its answer was for what was sent before. */
    private List<byte[]> collectUntilNextResponse() {
        String id = TestRequests.freshId();
        writeMessage(TestRequests.request(place.revision(), id, "tools/list", ""));
        List<byte[]> before = new ArrayList<>();
        byte[] message = awaitMessage("a request after it");
        while (!isResponseTo(message, id)) {
            before.add(message);
            message = awaitMessage("a request after it");
        }
        if (!new String(message, UTF_8).contains("\"tools\"")) {
            throw new AssertionError(place + ": the next request was refused: " + new String(message, UTF_8));
        }
        return before;
    }

    private static boolean isResponseTo(byte[] message, String id) {
        // Found in the text first: large answers need not be parsed for it.
        String text = new String(message, UTF_8);
        return text.contains(id) && id.equals(findId(text));
    }

    private static @Nullable String findId(String text) {
        Json id = Json.parse(text).get("id");
        return id == null ? null : id.string();
    }

    private byte[] awaitMessage(String to) {
        try {
            for (int waited = 0; waited < TIMEOUT_SECONDS * 10; waited++) {
                byte[] message = arrived.poll(100, TimeUnit.MILLISECONDS);
                if (message != null) {
                    return message;
                }
                if (ended && arrived.isEmpty()) {
                    throw new AssertionError(place + ": the connection ended instead of an answer to " + to);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new AssertionError(place + ": no answer to " + to);
    }

    @Override
    public final PendingResponse sendAsync(byte[] request) {
        CompletableFuture<ReceivedMessages> answer = new CompletableFuture<>();
        pending.put(String.valueOf(Json.parse(new String(request, UTF_8)).get("id")), answer);
        writeMessage(request);
        return () -> {
            try {
                return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError(place + ": no answer to an earlier request", e);
            }
        };
    }
}
