package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClientException;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpResponseHandler.Body;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Response;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Posts the messages of HTTP+SSE in their order. A server that answers a POST only when it has done what it says does not
 * hold up the others for long: its own questions could not be answered then.
 */
final class HttpSsePosts {
    private static final Duration LONGEST_TURN = Duration.ofSeconds(1);
    private static final Map<String, String> HEADERS = Map.of(
            HeaderNames.CONTENT_TYPE,
            MediaTypes.JSON,
            HeaderNames.ACCEPT,
            MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);

    private final HttpSender sender;
    private final ClientLimits limits;
    private final Executor executor;
    private final RuntimeScheduler scheduler;
    private final Consumer<String> end;
    private final MessageReader reader;
    private final Set<InFlight> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean aborted;
    private volatile @Nullable URI address;
    private volatile @Nullable OrderedDelivery delivery;

    /** {@code end} ends the channel, for the reason that it is given. */
    HttpSsePosts(
            HttpSender sender,
            ClientLimits limits,
            Executor executor,
            RuntimeScheduler scheduler,
            Consumer<String> end) {
        this.sender = sender;
        this.limits = limits;
        this.executor = executor;
        this.scheduler = scheduler;
        this.end = end;
        this.reader = new MessageReader(limits.json(), 1);
    }

    void start(URI to, OrderedDelivery answers) {
        delivery = answers;
        address = to;
    }

    /** Posts a message; {@code next} is run once when it was taken, or takes too long, and {@code left} when it was taken. */
    void post(byte[] message, Runnable next, Runnable left) {
        AtomicBoolean isFollowed = new AtomicBoolean();
        Runnable follow = () -> {
            if (isFollowed.compareAndSet(false, true)) {
                next.run();
            }
        };
        RuntimeScheduler.Task turn = scheduler.schedule(LONGEST_TURN, () -> executor.execute(follow));
        new Post(Objects.requireNonNull(delivery), () -> {
                    turn.cancel();
                    left.run();
                    follow.run();
                })
                .begin(message, Objects.requireNonNull(address));
    }

    /** The exchange of one message. */
    private final class Post implements AnswerTaker {
        private final OrderedDelivery delivery;
        private final Runnable over;
        private final InFlight inFlight = new InFlight(scheduler);

        Post(OrderedDelivery delivery, Runnable over) {
            this.delivery = delivery;
            this.over = over;
        }

        void begin(byte[] message, URI to) {
            underWay.add(inFlight);
            inFlight.whenOver(() -> {
                underWay.remove(inFlight);
                if (inFlight.isAborted()) {
                    end.accept("The server did not take a message in time");
                }
                over.run();
            });
            inFlight.abortAfter(limits.callTime());
            if (aborted) {
                inFlight.over();
            } else {
                sender.send(Outgoing.post(HEADERS, message, true), to, inFlight, this);
            }
        }

        @Override
        public Body head(HttpAnswer answer) {
            return WholeBody.beginning(answer, executor, body -> {
                if (answer.isSuccess()) {
                    inFlight.over();
                } else {
                    refused(answer.status(), body);
                }
            });
        }

        /** A refusal that says which request it answers fails only that one. */
        private void refused(int status, byte[] body) {
            if (reader.read(body) instanceof Inbound.Accepted accepted
                    && accepted.message() instanceof Response response
                    && response.id() != null) {
                delivery.message(body);
                inFlight.over();
            } else {
                failed(HttpProblem.status(status, body));
            }
        }

        @Override
        public void failed(McpClientException why) {
            end.accept(String.valueOf(why.getMessage()));
            inFlight.over();
        }
    }

    void abort() {
        aborted = true;
        underWay.forEach(InFlight::abort);
    }
}
