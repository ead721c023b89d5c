package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Response;
import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Records an HTTP response and its errors: a second response, or bytes after the end. */
final class RecordedResponse implements HttpResponseWriter, HttpResponseStream {
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 1000);
    private static final int TIMEOUT_SECONDS = 15;

    private final CountDownLatch headReceived = new CountDownLatch(1);
    private final AtomicInteger headCount = new AtomicInteger();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> closeActions = new ConcurrentLinkedQueue<>();
    private final Queue<byte[]> written = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile int status;
    private volatile String type = "";
    private volatile Map<String, String> headers = Map.of();

    @Override
    public void send(int code, Map<String, String> fields, byte[] body) {
        written.add(body);
        ended.set(true);
        recordHead(code, fields);
    }

    @Override
    public HttpResponseStream openStream(Map<String, String> fields) {
        recordHead(200, fields);
        return this;
    }

    private void recordHead(int code, Map<String, String> fields) {
        if (headCount.incrementAndGet() > 1) {
            violations.add("second response: " + status + " and " + code);
        }
        status = code;
        headers = Map.copyOf(fields);
        fields.forEach((name, value) -> type = name.equalsIgnoreCase("Content-Type") ? value : type);
        headReceived.countDown();
    }

    @Override
    public void write(byte[] bytes, Runnable done) {
        if (ended.get()) {
            violations.add("written after the end: " + new String(bytes, UTF_8));
        }
        written.add(bytes);
        done.run();
    }

    @Override
    public void end() {
        if (!ended.compareAndSet(false, true)) {
            violations.add("ended twice");
        }
    }

    @Override
    public void abort() {
        ended.set(true);
    }

    @Override
    public void onDisconnected(Runnable action) {
        closeActions.add(action);
    }

    void awaitHead() throws InterruptedException {
        FuzzAssertions.assertTrue(headReceived.await(TIMEOUT_SECONDS, TimeUnit.SECONDS), () -> "no response");
    }

    /** Disconnects the client, unless the response is complete. */
    void disconnect() {
        if (!ended.get()) {
            closeActions.forEach(Runnable::run);
        }
        FuzzAssertions.assertTrue(violations.isEmpty(), violations::toString);
    }

    int status() {
        return status;
    }

    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Fails if the response so far is invalid. */
    void assertValid(LeakAssertions leaks) {
        FuzzAssertions.assertTrue(violations.isEmpty(), violations::toString);
        if (type.startsWith("application/json")) {
            assertMessage(written.element(), leaks);
        } else if (type.startsWith("text/event-stream")) {
            assertEvents(leaks);
        } else {
            FuzzAssertions.assertTrue(
                    written.stream().allMatch(b -> b.length == 0), () -> "a body of the type " + type);
        }
    }

    private void assertEvents(LeakAssertions leaks) {
        SseReader reader = new SseReader(1 << 20, new SseReader.SseListener() {
            @Override
            public void onEvent(SseEvent event) {
                byte[] data = event.data();
                if (data != null && data.length > 0 && event.name().equals("message")) {
                    assertMessage(data, leaks);
                }
            }

            @Override
            public void onOversizedEvent() {
                violations.add("an event that is too large");
            }
        });
        written.forEach(bytes -> reader.feed(bytes, 0, bytes.length));
    }

    private static void assertMessage(byte[] bytes, LeakAssertions leaks) {
        MessageReadResult inbound = READER.read(bytes.clone());
        boolean message =
                inbound instanceof MessageReadResult.ValidMessage || inbound instanceof MessageReadResult.MessageBatch;
        FuzzAssertions.assertTrue(message, () -> "not a message: " + new String(bytes, UTF_8));
        if (inbound instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Response.Failure failure) {
            leaks.assertNone(failure.error().message());
        }
    }
}
