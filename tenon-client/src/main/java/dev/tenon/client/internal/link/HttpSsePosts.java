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
import dev.tenon.transport.Outbox;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts the messages of HTTP+SSE in their order. A server that answers a POST only when it has done what it says does not
 * hold up the others for long: its own questions could not be answered then.
 */
final class HttpSsePosts {
    private static final Logger LOG = LoggerFactory.getLogger(HttpSsePosts.class);
    private static final long LONGEST_TURN_MS = 1000;
    private static final Map<String, String> HEADERS = Map.of(
            HeaderNames.CONTENT_TYPE,
            MediaTypes.JSON,
            HeaderNames.ACCEPT,
            MediaTypes.JSON + ", " + MediaTypes.EVENT_STREAM);

    private final HttpSender sender;
    private final ClientLimits limits;
    private final Executor executor;
    private final RuntimeScheduler scheduler;
    private final Ending ending;
    private final MessageReader reader;
    private final Outbox outbox;
    private final Set<InFlight> underWay = ConcurrentHashMap.newKeySet();
    private final CountDownLatch finished = new CountDownLatch(1);

    HttpSsePosts(HttpSender sender, ClientLimits limits, Executor executor, RuntimeScheduler scheduler, Ending ending) {
        this.sender = sender;
        this.limits = limits;
        this.executor = executor;
        this.scheduler = scheduler;
        this.ending = ending;
        this.reader = new MessageReader(limits.json(), 1);
        this.outbox = new Outbox(limits.queue());
    }

    boolean put(byte[] message) {
        return outbox.put(message);
    }

    boolean tryPut(byte[] message) {
        return outbox.tryPut(message);
    }

    void enqueue(byte[] message) {
        outbox.enqueue(message);
    }

    void onWritable(Runnable action) {
        outbox.onWritable(action);
    }

    void start(URI address, OrderedDelivery delivery) {
        executor.execute(() -> run(address, delivery));
    }

    private void run(URI address, OrderedDelivery delivery) {
        try {
            for (List<byte[]> turn = outbox.take(1); !turn.isEmpty(); turn = outbox.take(1)) {
                List<byte[]> messages = turn;
                CountDownLatch taken = new CountDownLatch(messages.size());
                messages.forEach(message -> new Post(delivery, () -> {
                            outbox.written(List.of(message));
                            taken.countDown();
                        })
                        .begin(message, address));
                if (!taken.await(LONGEST_TURN_MS, TimeUnit.MILLISECONDS)) {
                    LOG.debug("A POST takes long; the next goes out beside it");
                }
            }
        } catch (InterruptedException e) {
            ending.over("The connection was closed by this client");
        } finally {
            finished.countDown();
        }
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

        void begin(byte[] message, URI address) {
            underWay.add(inFlight);
            inFlight.whenOver(() -> {
                underWay.remove(inFlight);
                if (inFlight.isAborted()) {
                    ending.over("The server did not take a message in time");
                }
                over.run();
            });
            inFlight.abortAfter(limits.callTime());
            if (ending.isOver()) {
                inFlight.over();
            } else {
                sender.send(Outgoing.post(HEADERS, message, true), address, inFlight, this);
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
            ending.over(String.valueOf(why.getMessage()));
            inFlight.over();
        }
    }

    /** Takes no more, and waits a while until what was taken has been posted. */
    void finish() {
        outbox.close();
        try {
            if (!finished.await(limits.queue().patience().toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("Not everything was posted before the connection was closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void abort() {
        outbox.abort();
        underWay.forEach(InFlight::abort);
    }
}
