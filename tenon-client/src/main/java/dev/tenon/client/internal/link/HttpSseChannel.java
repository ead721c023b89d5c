package dev.tenon.client.internal.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.McpClientException;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpResponseHandler.Body;
import dev.tenon.http.MediaTypes;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.transport.Delivery;
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
    private static final Duration LONGEST_TURN = Duration.ofSeconds(1);
    private static final Map<String, String> HEADERS = Map.of(
            HeaderNames.CONTENT_TYPE,
            MediaTypes.JSON,
            HeaderNames.ACCEPT,
            MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);

    private final TargetHttp http;
    private final HttpSender sender;
    private final InFlight stream;
    private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
    private final MessageReader reader;
    private final Set<InFlight> underWay = ConcurrentHashMap.newKeySet();
    private final ReentrantLock delivering = new ReentrantLock();
    private volatile @Nullable Delivery delivery;

    /**
     * A channel that connects when it is opened.
     *
     * @param executor runs its posting, and must live longer
     * @param scheduler ends what takes too long, and must live longer
     */
    public HttpSseChannel(
            HttpTarget target, ClientLimits limits, ExecutorService executor, RuntimeScheduler scheduler) {
        super(target, limits, executor, scheduler);
        this.http = new TargetHttp(target, limits, executor);
        this.sender = new HttpSender(target, http, executor);
        this.stream = new InFlight(scheduler);
        this.reader = new MessageReader(limits.json(), 1);
    }

    /**
     * Connects, and waits until the server has said where messages go.
     *
     * @throws ConnectionFailedException when it does not, in time or at all
     */
    @Override
    protected void start(Delivery ordered) {
        delivery = ordered;
        Map<String, String> accept = Map.of(HeaderNames.ACCEPT, MediaTypes.EVENT_STREAM);
        sender.send(Outgoing.get(accept), stream, new Events());
        try {
            var unused = endpoint.get(clientLimits.connectTime().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw unopened(HttpProblem.failure(target.label(), e.getCause()));
        } catch (TimeoutException e) {
            throw unopened(new ConnectionFailedException(
                    target.label() + " did not say in time where messages are posted: it opens no HTTP+SSE stream", e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unopened(new ConnectionFailedException("Interrupted while connecting to " + target.label(), e));
        }
        ending.whenOver(this::ended);
        startWriting();
    }

    private McpClientException unopened(McpClientException reason) {
        end(String.valueOf(reason.getMessage()));
        return reason;
    }

    /** Delivers what several threads receive, one after another. */
    private void deliver(Consumer<Delivery> call) {
        delivering.lock();
        try {
            call.accept(Objects.requireNonNull(delivery));
        } finally {
            delivering.unlock();
        }
    }

    @Override
    void release() {
        underWay.forEach(InFlight::abort);
        stream.abort();
        http.close();
    }

    /** Posts a message. The next one waits until it was taken, but not for long: the server may have to ask something first. */
    @Override
    void write(byte[] message, Runnable next, Runnable left) {
        AtomicBoolean isFollowed = new AtomicBoolean();
        Runnable follow = () -> {
            if (isFollowed.compareAndSet(false, true)) {
                next.run();
            }
        };
        RuntimeScheduler.Task turn = scheduler.schedule(LONGEST_TURN, () -> executor.execute(follow));
        InFlight inFlight = new InFlight(scheduler);
        underWay.add(inFlight);
        inFlight.abortAfter(clientLimits.callTime());
        if (ending.isOver()) {
            inFlight.abort();
        }
        Outgoing post = Outgoing.post(HEADERS, message, isRepeatable(message));
        var unused = sender.exchange(post, endpoint.join(), inFlight, "The server did not take a message in time")
                .whenComplete((reply, problem) -> {
                    underWay.remove(inFlight);
                    if (problem != null) {
                        end(String.valueOf(problem.getMessage()));
                    } else if (!reply.answer().isSuccess()) {
                        refused(reply);
                    }
                    turn.cancel();
                    left.run();
                    follow.run();
                });
    }

    private boolean isRepeatable(byte[] message) {
        return reader.read(message) instanceof Inbound.Accepted accepted
                && (!(accepted.message() instanceof Request request) || Outgoing.isRepeatable(request));
    }

    /** A refusal that says which request it answers fails only that one. */
    private void refused(HttpSender.Reply reply) {
        if (reader.read(reply.body()) instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Response response
                && response.id() != null) {
            deliver(to -> to.message(reply.body()));
        } else {
            end(String.valueOf(reply.problem().getMessage()));
        }
    }

    /** Takes the answer to the request for the stream, and what comes on it. */
    private final class Events implements AnswerTaker, SseReader.Handler {
        private volatile URI base = target.uri();

        @Override
        public Body head(HttpAnswer answer) {
            if (answer.isSuccess() && answer.isEventStream()) {
                base = answer.uri();
                return new EventBody(answer, clientLimits.json().bytes(), executor, this, this::over);
            }
            return WholeBody.beginning(
                    answer,
                    executor,
                    body -> failed(
                            answer.isSuccess()
                                    ? new ConnectionFailedException(
                                            target.label() + " answers with no event stream: " + Excerpt.of(body))
                                    : HttpProblem.status(answer.status(), body)));
        }

        private void over(@Nullable IOException broke) {
            failed(
                    broke == null
                            ? new ConnectionFailedException("The server ended the stream")
                            : HttpProblem.failure(target.label(), broke));
        }

        @Override
        public void failed(McpClientException why) {
            endpoint.completeExceptionally(why);
            end(String.valueOf(why.getMessage()));
        }

        @Override
        public void event(SseEvent event) {
            byte[] data = event.data();
            if (data == null || !event.hasMessage()) {
                return;
            }
            if (!endpoint.isDone()) {
                begin(event.name(), new String(data, UTF_8).strip());
            } else if (event.name().equals("message")) {
                deliver(to -> to.message(data));
            }
        }

        private void begin(String name, String named) {
            @Nullable URI address = name.equals("endpoint") ? HttpUrls.sibling(base, named) : null;
            if (address != null) {
                endpoint.complete(address);
                return;
            }
            endpoint.completeExceptionally(new ConnectionFailedException(
                    name.equals("endpoint")
                            ? "The server wants messages posted to " + Quote.shortened(named)
                                    + ". That was not done: it is at another server than the stream, or no address"
                            : "The stream of " + target.label() + " does not begin by saying where messages are posted:"
                                    + " it is not HTTP+SSE"));
            stream.abort();
        }

        @Override
        public void tooLarge() {
            deliver(Delivery::tooLarge);
        }
    }
}
