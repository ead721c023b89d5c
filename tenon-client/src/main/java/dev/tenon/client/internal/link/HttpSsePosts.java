package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClientException;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Response;
import dev.tenon.transport.Outbox;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
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
    private final ExecutorService executor;
    private final Ending ending;
    private final MessageReader reader;
    private final Outbox outbox;
    private final Set<InFlight> underWay = ConcurrentHashMap.newKeySet();
    private final CountDownLatch finished = new CountDownLatch(1);

    HttpSsePosts(HttpSender sender, ClientLimits limits, ExecutorService executor, Ending ending) {
        this.sender = sender;
        this.limits = limits;
        this.executor = executor;
        this.ending = ending;
        this.reader = new MessageReader(limits.json(), 1);
        this.outbox = new Outbox(limits.queue());
    }

    boolean put(byte[] message) {
        return outbox.put(message);
    }

    boolean offer(byte[] message) {
        return outbox.offer(message);
    }

    void start(URI address, OrderedDelivery delivery) {
        executor.execute(() -> run(address, delivery));
    }

    private void run(URI address, OrderedDelivery delivery) {
        try {
            for (List<byte[]> turn = outbox.take(1); !turn.isEmpty(); turn = outbox.take(1)) {
                List<byte[]> messages = turn;
                CountDownLatch taken = new CountDownLatch(1);
                executor.execute(() -> {
                    try {
                        messages.forEach(message -> post(message, address, delivery));
                    } finally {
                        outbox.written(messages);
                        taken.countDown();
                    }
                });
                if (!taken.await(LONGEST_TURN_MS, TimeUnit.MILLISECONDS)) {
                    LOG.debug("A POST takes long; the next goes out beside it");
                }
            }
        } catch (InterruptedException | RejectedExecutionException e) {
            ending.over("The connection was closed by this client");
        } finally {
            finished.countDown();
        }
    }

    private void post(byte[] message, URI address, OrderedDelivery delivery) {
        InFlight inFlight = new InFlight();
        underWay.add(inFlight);
        try {
            if (ending.isOver()) {
                return;
            }
            inFlight.abortAfter(limits.callTime(), executor);
            refusedBy(sender.send(Outgoing.post(HEADERS, message), address, inFlight), delivery);
        } catch (CancellationException e) {
            ending.over("The server did not take a message in time");
        } catch (McpClientException e) {
            ending.over(String.valueOf(e.getMessage()));
        } finally {
            underWay.remove(inFlight);
            inFlight.over();
        }
    }

    /** A refusal that says which request it answers fails only that one. */
    private void refusedBy(HttpAnswer answer, OrderedDelivery delivery) {
        byte[] body = answer.beginning();
        if (answer.isSuccess()) {
            return;
        }
        if (reader.read(body) instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Response response
                && response.id() != null) {
            delivery.message(body);
        } else {
            throw HttpProblem.status(answer.status(), body);
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
