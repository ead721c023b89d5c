package dev.tenon.client.internal;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.internal.link.Backoff;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Methods;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one stream of notifications open, on a thread of its own, until it is no longer wanted (2026-07-28, subscriptions). */
final class Listening implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final Duration FOREVER = Duration.ofDays(10_000);

    private final Watch watch;
    private final Line line;
    private final Crew crew;
    private final Calls calls;
    private volatile @Nullable McpClientException problem;

    Listening(Watch watch, Line line, Crew crew, Calls calls) {
        this.watch = watch;
        this.line = line;
        this.crew = crew;
        this.calls = calls;
    }

    /** What went wrong last, or null when nothing has yet. */
    @Nullable McpClientException problem() {
        return problem;
    }

    @Override
    public void run() {
        int failures = 0;
        while (!watch.isClosed() && !line.isClosed()) {
            boolean began = once();
            watch.paused();
            failures = began ? 0 : failures + 1;
            if (watch.isClosed() || line.isClosed()) {
                return;
            }
            boolean refused = !began && problem instanceof ServerErrorException;
            if (refused || failures > crew.host().limits().reconnects()) {
                giveUp(failures);
                return;
            }
            if (!pause(failures)) {
                return;
            }
        }
    }

    private void giveUp(int tries) {
        McpClientException last = problem;
        McpClientException reason = last == null
                ? new ConnectionFailedException("The server ends the subscription each time before it begins")
                : last;
        LOG.warn("A subscription is given up after {} tries: {}", tries, reason.getMessage());
        watch.giveUp(reason);
    }

    /** Opens the stream and reads it to its end; whether it had begun. */
    private boolean once() {
        try {
            Connection connection = line.get(Deadline.in(crew.host().limits().connectTime()));
            if (!connection.agreement().isStateless()) {
                throw new ConnectionFailedException("The server no longer speaks 2026-07-28");
            }
            return listen(connection);
        } catch (McpClientException e) {
            problem = e;
            return false;
        }
    }

    private boolean listen(Connection connection) {
        ListenParams params = ListenParams.of(watch.wanted());
        AtomicReference<@Nullable Json> stream = new AtomicReference<>();
        AtomicBoolean began = new AtomicBoolean();
        Outgoing request = Outgoing.of(
                        Methods.LISTEN.name(),
                        connection.agreement().write(Methods.LISTEN, params, calls.about()),
                        connection.agreement().envelope(null),
                        Deadline.in(FOREVER),
                        null)
                .telling(id -> {
                    stream.set(id.json());
                    crew.watching()
                            .begin(
                                    id.json(),
                                    watch.owner(),
                                    honoured -> {
                                        began.set(true);
                                        line.worked();
                                        watch.began(honoured);
                                    },
                                    () -> connection.cancel(id, "The server ended the subscription"));
                    watch.stoppedBy(() -> connection.cancel(id, "No longer wanted"));
                });
        try {
            connection.ask(request);
        } catch (RuntimeException e) {
            McpClientException failure = Failures.of(e, Methods.LISTEN.name(), params, connection.end());
            problem = failure;
            LOG.debug("A stream of notifications ended: {}", failure.getMessage());
        } finally {
            Json id = stream.get();
            if (id != null) {
                crew.watching().end(id);
            }
        }
        return began.get();
    }

    private boolean pause(int failures) {
        try {
            Thread.sleep(Backoff.after(failures + 1, crew.host().limits().reconnectDelay())
                    .toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
