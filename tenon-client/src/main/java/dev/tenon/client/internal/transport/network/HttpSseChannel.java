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
import dev.tenon.client.internal.transport.http.TextExcerpt;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpResponseHandler.BodyListener;
import dev.tenon.http.MediaTypes;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.InboundMessage;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transport of 2024-11-05 as a channel: one event stream from the server, which begins by saying where messages are
 * posted. That must be at the same scheme, host and port as the stream. There is no way back to a stream that broke.
 */
public final class HttpSseChannel extends NetworkChannel {
    private static final Duration MAX_POST_WAIT = Duration.ofSeconds(1);
    private static final Map<String, String> HEADERS = Map.of(
            HeaderNames.CONTENT_TYPE,
            MediaTypes.JSON,
            HeaderNames.ACCEPT,
            MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);

    private final TargetHttpClient http;
    private final HttpRequestSender sender;
    private final AbortHandle stream;
    private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
    private final MessageReader reader;
    private final Set<AbortHandle> abortHandles = ConcurrentHashMap.newKeySet();
    private final ReentrantLock delivering = new ReentrantLock();
    private volatile @Nullable GuardedReceiver delivery;

    /**
     * A channel that connects when it is opened.
     *
     * @param executor runs its posting, and must live longer
     * @param scheduler ends what takes too long, and must live longer
     */
    public HttpSseChannel(
            HttpTarget target, ClientLimits limits, ExecutorService executor, RuntimeScheduler scheduler) {
        super(target, limits, executor, scheduler);
        this.http = new TargetHttpClient(target, limits, executor);
        this.sender = new HttpRequestSender(target, http, executor);
        this.stream = new AbortHandle(scheduler);
        this.reader = new MessageReader(limits.json(), 1);
    }

    /**
     * Connects, and waits until the server has said where messages go.
     *
     * @throws ConnectionFailedException when it does not, in time or at all
     */
    @Override
    protected void startDelivery(GuardedReceiver ordered) {
        delivery = ordered;
        Map<String, String> accept = Map.of(HeaderNames.ACCEPT, MediaTypes.EVENT_STREAM);
        sender.send(TargetRequest.get(accept), stream, new EventStreamHandler());
        try {
            var unused = endpoint.get(clientLimits.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failOpening(HttpExceptions.forFailure(target.label(), e.getCause()));
        } catch (TimeoutException e) {
            throw failOpening(new ConnectionFailedException(
                    target.label() + " did not say in time where messages are posted: it opens no HTTP+SSE stream", e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failOpening(new ConnectionFailedException("Interrupted while connecting to " + target.label(), e));
        }
        closeState.onClose(this::notifyClosed);
        startWriting();
    }

    private McpClientException failOpening(McpClientException reason) {
        terminate(String.valueOf(reason.getMessage()));
        return reason;
    }

    /** Delivers what several threads receive, one after another. */
    private void deliver(Consumer<GuardedReceiver> call) {
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
        http.close();
    }

    /**
     * Posts a message. The next one waits until it was taken, but not for long: the server may have to ask something
     * first.
     */
    @Override
    void write(byte[] message, Runnable next, Runnable left) {
        AtomicBoolean isFollowed = new AtomicBoolean();
        Runnable follow = () -> {
            if (isFollowed.compareAndSet(false, true)) {
                next.run();
            }
        };
        RuntimeScheduler.TaskHandle turn = scheduler.schedule(MAX_POST_WAIT, () -> executor.execute(follow));
        AbortHandle inFlight = new AbortHandle(scheduler);
        abortHandles.add(inFlight);
        inFlight.abortAfter(clientLimits.callTimeout());
        if (closeState.isClosed()) {
            inFlight.abort();
        }
        TargetRequest post = TargetRequest.post(HEADERS, message, isRepeatable(message));
        var unused = sender.exchange(post, endpoint.join(), inFlight, "The server did not take a message in time")
                .whenComplete((reply, problem) -> {
                    abortHandles.remove(inFlight);
                    if (problem != null) {
                        terminate(String.valueOf(problem.getMessage()));
                    } else if (!reply.answer().isSuccess()) {
                        handleRejection(reply);
                    }
                    turn.cancel();
                    left.run();
                    follow.run();
                });
    }

    private boolean isRepeatable(byte[] message) {
        return reader.read(message) instanceof InboundMessage.ValidMessage accepted
                && (!(accepted.message() instanceof Request request) || TargetRequest.isRepeatable(request));
    }

    /** A refusal that says which request it answers fails only that one. */
    private void handleRejection(HttpRequestSender.BufferedResponse reply) {
        if (reader.read(reply.body()) instanceof InboundMessage.ValidMessage accepted
                && accepted.message() instanceof Response response
                && response.id() != null) {
            deliver(to -> to.onMessage(reply.body()));
        } else {
            terminate(String.valueOf(reply.toException().getMessage()));
        }
    }

    /** Takes the answer to the request for the stream, and what comes on it. */
    private final class EventStreamHandler implements HttpResponseReceiver, SseReader.SseListener {
        private volatile URI base = target.uri();

        @Override
        public BodyListener onHead(HttpResponseHead answer) {
            if (answer.isSuccess() && answer.isEventStream()) {
                base = answer.uri();
                return new EventStreamReader(answer, clientLimits.json().bytes(), executor, this, this::onStreamEnd);
            }
            return BodyCollector.collectPrefix(
                    answer,
                    executor,
                    body -> onFailure(
                            answer.isSuccess()
                                    ? new ConnectionFailedException(
                                            target.label() + " answers with no event stream: " + TextExcerpt.of(body))
                                    : HttpExceptions.forStatus(answer.status(), body)));
        }

        private void onStreamEnd(@Nullable IOException broke) {
            onFailure(
                    broke == null
                            ? new ConnectionFailedException("The server ended the stream")
                            : HttpExceptions.forFailure(target.label(), broke));
        }

        @Override
        public void onFailure(McpClientException why) {
            endpoint.completeExceptionally(why);
            terminate(String.valueOf(why.getMessage()));
        }

        @Override
        public void onEvent(SseEvent event) {
            byte[] data = event.data();
            if (data == null || !event.hasMessage()) {
                return;
            }
            if (!endpoint.isDone()) {
                acceptEndpoint(event.name(), new String(data, UTF_8).strip());
            } else if (event.name().equals("message")) {
                deliver(to -> to.onMessage(data));
            }
        }

        private void acceptEndpoint(String name, String named) {
            @Nullable URI address = name.equals("endpoint") ? HttpUrls.resolveSameOrigin(base, named) : null;
            if (address != null) {
                endpoint.complete(address);
                return;
            }
            endpoint.completeExceptionally(new ConnectionFailedException(
                    name.equals("endpoint")
                            ? "The server wants messages posted to " + Excerpts.quote(named)
                                    + ". That was not done: it is at another server than the stream, or no address"
                            : "The stream of " + target.label() + " does not begin by saying where messages are posted:"
                                    + " it is not HTTP+SSE"));
            stream.abort();
        }

        @Override
        public void onOversizedEvent() {
            deliver(GuardedReceiver::onOversizedMessage);
        }
    }
}
