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
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The transport of 2024-11-05 as a channel: one event stream from the server, which begins by saying where messages are
 * posted. That must be at the same scheme, host and port as the stream. There is no way back to a stream that broke.
 */
public final class HttpSseChannel extends QueuedChannel {
    private final HttpTarget target;
    private final ClientLimits limits;
    private final Executor executor;
    private final TargetHttp http;
    private final HttpSender sender;
    private final InFlight stream;
    private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
    private final HttpSsePosts posts;

    /**
     * A channel that connects when it is opened.
     *
     * @param executor runs its posting, and must live longer
     * @param scheduler ends what takes too long, and must live longer
     */
    public HttpSseChannel(HttpTarget target, ClientLimits limits, Executor executor, RuntimeScheduler scheduler) {
        super(limits);
        this.target = target;
        this.limits = limits;
        this.executor = executor;
        this.http = new TargetHttp(target, limits, executor);
        this.sender = new HttpSender(target, http, executor);
        this.stream = new InFlight(scheduler);
        this.posts = new HttpSsePosts(sender, limits, executor, scheduler, this::end);
    }

    /**
     * Connects, and waits until the server has said where messages go.
     *
     * @throws ConnectionFailedException when it does not, in time or at all
     */
    @Override
    public void open(Receiver receiver) {
        checkUnopened();
        OrderedDelivery delivery = new OrderedDelivery(receiver);
        Map<String, String> accept = Map.of(HeaderNames.ACCEPT, MediaTypes.EVENT_STREAM);
        sender.send(Outgoing.get(accept), stream, new Opening(delivery));
        URI address;
        try {
            address = endpoint.get(limits.connectTime().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw unopened(HttpProblem.failure(target.label(), e.getCause()));
        } catch (TimeoutException e) {
            throw unopened(new ConnectionFailedException(
                    target.label() + " did not say in time where messages are posted: it opens no HTTP+SSE stream", e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unopened(new ConnectionFailedException("Interrupted while connecting to " + target.label(), e));
        }
        ending.whenOver(delivery::closed);
        posts.start(address, delivery);
        startWriting();
    }

    private McpClientException unopened(McpClientException reason) {
        end(String.valueOf(reason.getMessage()));
        return reason;
    }

    /** Takes the answer to the request for the stream. */
    private final class Opening implements AnswerTaker {
        private final OrderedDelivery delivery;

        Opening(OrderedDelivery delivery) {
            this.delivery = delivery;
        }

        @Override
        public Body head(HttpAnswer answer) {
            if (answer.isSuccess() && answer.isEventStream()) {
                return new EventBody(
                        answer, limits.json().bytes(), executor, new Events(answer.uri(), delivery), this::over);
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
    }

    @Override
    void release() {
        posts.abort();
        stream.abort();
        http.close();
    }

    @Override
    void write(byte[] message, Runnable next, Runnable left) {
        posts.post(message, next, left);
    }

    /** What comes on the stream. */
    private final class Events implements SseReader.Handler {
        private final URI base;
        private final OrderedDelivery delivery;

        Events(URI base, OrderedDelivery delivery) {
            this.base = base;
            this.delivery = delivery;
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
                delivery.message(data);
            }
        }

        private void begin(String name, String named) {
            @Nullable URI address = name.equals("endpoint") ? Origin.sibling(base, named) : null;
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
            delivery.tooLarge();
        }
    }
}
