package dev.tenon.client.internal.transport.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.transport.http.AbortHandle;
import dev.tenon.client.internal.transport.http.BodyCollector;
import dev.tenon.client.internal.transport.http.EventStreamReader;
import dev.tenon.client.internal.transport.http.HttpExceptions;
import dev.tenon.client.internal.transport.http.HttpRequestSender;
import dev.tenon.client.internal.transport.http.HttpResponseHead;
import dev.tenon.client.internal.transport.http.HttpResponseReceiver;
import dev.tenon.client.internal.transport.http.TargetHttpClient;
import dev.tenon.client.internal.transport.http.TargetRequest;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.transport.GuardedReceiver;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP+SSE transport of 2024-11-05 as a channel: one event stream from the server, whose first event names the
 * endpoint for messages. The endpoint must have the same scheme, host and port as the stream. A broken stream cannot be
 * resumed.
 */
public final class HttpSseChannel extends NetworkChannel {
    private static final Duration MAX_POST_WAIT = Duration.ofSeconds(1);

    private final HttpRequestSender sender;
    private final AbortHandle stream;
    private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
    private final MessageReader reader;
    private final Set<AbortHandle> abortHandles = ConcurrentHashMap.newKeySet();
    private final ReentrantLock delivering = new ReentrantLock();
    private volatile @Nullable GuardedReceiver delivery;

    /**
     * Creates a channel that connects when it is opened.
     *
     * @param executor sends the messages, and must outlive the channel
     * @param scheduler runs the timeouts, and must outlive the channel
     */
    public HttpSseChannel(HttpTarget target, ClientLimits limits, Executor executor, RuntimeScheduler scheduler) {
        super(target, limits, executor, scheduler);
        this.sender = new HttpRequestSender(target, new TargetHttpClient(target, limits, executor), executor);
        this.stream = new AbortHandle(scheduler);
        this.reader = new MessageReader(limits.json(), 1);
    }

    /**
     * Connects, and waits until the server has named the endpoint for messages.
     *
     * @throws ConnectionFailedException when it does not, or not in time
     */
    @Override
    protected void startDelivery(GuardedReceiver receiver) {
        delivery = receiver;
        sender.send(TargetRequest.get(Map.of()), stream, new EventStreamHandler());
        String problem = "did not send the endpoint event in time: it does not support HTTP+SSE";
        try {
            var unused = awaitConnecting(endpoint, problem);
        } catch (McpClientException e) {
            fail(e);
            throw e;
        }
        notifyWhenClosed();
        startWriting();
    }

    /** Delivers what several threads receive, one at a time. */
    private void deliverSerially(Consumer<GuardedReceiver> call) {
        delivering.lock();
        try {
            call.accept(Objects.requireNonNull(delivery));
        } finally {
            delivering.unlock();
        }
    }

    @Override
    void releaseResources() {
        abortHandles.forEach(AbortHandle::abort);
        stream.abort();
        sender.http().close();
    }

    /**
     * Posts a message. The next one waits until it was accepted, but at most a second: the server may have to send a
     * request first.
     */
    @Override
    void write(byte[] message, Runnable next, Runnable onWritten) {
        AtomicBoolean nextStarted = new AtomicBoolean();
        Runnable startNext = () -> {
            if (nextStarted.compareAndSet(false, true)) {
                next.run();
            }
        };
        RuntimeScheduler.TaskHandle nextTimer = scheduler.schedule(MAX_POST_WAIT, () -> executor.execute(startNext));
        AbortHandle abortHandle = new AbortHandle(scheduler);
        abortHandles.add(abortHandle);
        abortHandle.abortAfter(clientLimits.callTimeout());
        if (isClosed()) {
            abortHandle.abort();
        }
        TargetRequest post = TargetRequest.post(TargetRequest.MESSAGE_HEADERS, message, isRepeatable(message));
        var unused = sender.sendAsyncAndBuffer(
                        post, endpoint.join(), abortHandle, "The server did not accept a message in time")
                .whenComplete((result, problem) -> {
                    abortHandles.remove(abortHandle);
                    if (problem != null) {
                        terminate(String.valueOf(problem.getMessage()));
                    } else if (!result.response().isSuccess()) {
                        failRequestOrTerminate(result);
                    }
                    nextTimer.cancel();
                    onWritten.run();
                    startNext.run();
                });
    }

    private boolean isRepeatable(byte[] message) {
        return reader.read(message) instanceof MessageReadResult.ValidMessage valid
                && (!(valid.message() instanceof Request request) || TargetRequest.isRepeatable(request));
    }

    /** Handles an error response: one that names its request fails only that request. */
    private void failRequestOrTerminate(HttpRequestSender.BufferedResponse result) {
        if (reader.read(result.body()) instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Response response
                && response.id() != null) {
            deliverSerially(receiver -> receiver.onMessage(result.body()));
        } else {
            fail(result.toException());
        }
    }

    /** Receives the response to the GET request, and the events of the stream. */
    private final class EventStreamHandler implements HttpResponseReceiver, SseReader.SseListener {
        private volatile URI base = target.uri();

        @Override
        public BodyListener onHead(HttpResponseHead response) {
            if (response.isSuccess() && response.isEventStream()) {
                base = response.uri();
                return new EventStreamReader(response, clientLimits.json().bytes(), executor, this, this::onStreamEnd);
            }
            return BodyCollector.collectPrefix(response, executor, body -> onFailure(failureOf(response, body)));
        }

        private ConnectionFailedException failureOf(HttpResponseHead response, byte[] body) {
            if (!response.isSuccess()) {
                return HttpExceptions.forStatus(response.status(), body);
            }
            return new ConnectionFailedException(
                    target.label() + " did not respond with an event stream: " + HttpExceptions.formatExcerpt(body));
        }

        private void onStreamEnd(@Nullable IOException failure) {
            onFailure(
                    failure == null
                            ? new ConnectionFailedException("The server ended the stream")
                            : HttpExceptions.forFailure(target.label(), failure));
        }

        @Override
        public void onFailure(McpClientException failure) {
            endpoint.completeExceptionally(failure);
            fail(failure);
        }

        @Override
        public void onEvent(SseEvent event) {
            byte[] data = event.data();
            if (data == null || !event.hasNonEmptyData()) {
                return;
            }
            if (!endpoint.isDone()) {
                acceptEndpoint(event.name(), new String(data, UTF_8).strip());
            } else if (event.name().equals("message")) {
                deliverSerially(receiver -> receiver.onMessage(data));
            }
        }

        private void acceptEndpoint(String name, String endpointText) {
            @Nullable URI address = name.equals("endpoint") ? HttpUrls.resolveSameOriginOrNull(base, endpointText) : null;
            if (address != null) {
                endpoint.complete(address);
                return;
            }
            endpoint.completeExceptionally(new ConnectionFailedException(
                    name.equals("endpoint")
                            ? "The server named the endpoint " + Excerpts.quote(endpointText)
                                    + ". It was not used: it is on another server than the stream, or not a valid URL"
                            : "The stream of " + target.label() + " does not begin with an endpoint event:"
                                    + " it is not HTTP+SSE"));
            stream.abort();
        }

        @Override
        public void onOversizedEvent() {
            deliverSerially(GuardedReceiver::onOversizedMessage);
        }
    }
}
