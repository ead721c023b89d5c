package dev.tenon.client.internal;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.internal.link.Backoff;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one stream of notifications open until it is no longer wanted (2026-07-28, subscriptions). No thread waits for it. */
final class Listening {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final Duration FOREVER = Duration.ofDays(10_000);
    /** A stream that ends earlier was short. */
    private static final Duration LASTING = Duration.ofSeconds(10);

    private final Watch watch;
    private final Line line;
    private final Crew crew;
    private final Calls calls;
    private volatile @Nullable McpClientException problem;
    /** Failures in a row; changed by one step after the other. */
    private volatile int failures;
    /** Streams in a row that began and ended soon; delays grow with them as with failures. */
    private volatile int shortStreams;

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

    /** Connects where there is no connection, and opens the stream. */
    void start() {
        line.connect(
                Deadline.in(crew.host().limits().connectTime()),
                (connection, why) -> later(() -> {
                    if (connection == null) {
                        ended(null, why, null);
                    } else {
                        listen(connection);
                    }
                }));
    }

    private void later(Runnable step) {
        try {
            crew.threads().execute(step);
        } catch (RejectedExecutionException e) {
            LOG.debug("The client has been closed", e);
        }
    }

    private void listen(Connection connection) {
        if (!connection.agreement().isStateless()) {
            ended(null, new ConnectionFailedException("The server no longer speaks 2026-07-28"), null);
            return;
        }
        AtomicReference<@Nullable Json> stream = new AtomicReference<>();
        AtomicReference<@Nullable Long> began = new AtomicReference<>();
        Consumer<@Nullable RuntimeException> over = why -> later(() -> {
            Json id = stream.get();
            if (id != null) {
                crew.watching().end(id);
            }
            ended(connection, why, began.get());
        });
        try {
            var unused = connection
                    .begin(request(connection, stream, began))
                    .settled()
                    .thenApply(Connection.Settled::outcome)
                    .whenComplete((end, problem) ->
                            over.accept(problem == null ? null : (RuntimeException) problem.getCause()));
        } catch (RuntimeException e) {
            over.accept(e);
        }
    }

    private Outgoing request(
            Connection connection, AtomicReference<@Nullable Json> stream, AtomicReference<@Nullable Long> began) {
        return Outgoing.of(
                        Methods.LISTEN.name(),
                        connection.agreement().write(Methods.LISTEN, params(), Meta.EMPTY, calls.about()),
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
                                        began.set(System.nanoTime());
                                        line.worked();
                                        watch.began(honoured);
                                    },
                                    () -> connection.cancel(id, "The server ended the subscription"));
                    watch.stoppedBy(() -> connection.cancel(id, "No longer wanted"));
                });
    }

    private ListenParams params() {
        return ListenParams.of(watch.wanted());
    }

    /**
     * The stream has ended, or was not opened: opens it again, after a delay, unless that is in vain.
     *
     * @param began when it began, as {@link System#nanoTime} counts; null when it did not
     */
    private void ended(@Nullable Connection connection, @Nullable RuntimeException why, @Nullable Long began) {
        if (why != null) {
            String end = connection == null ? null : connection.end();
            McpClientException failure = Failures.of(why, Methods.LISTEN.name(), params(), end);
            problem = failure;
            LOG.debug("A stream of notifications ended: {}", failure.getMessage());
        }
        watch.paused();
        int inVain = began == null ? failures + 1 : 0;
        failures = inVain;
        int before = shortStreams;
        if (began != null) {
            shortStreams = System.nanoTime() - began > LASTING.toNanos() ? 0 : before + 1;
        }
        if (watch.isClosed() || line.isClosed()) {
            return;
        }
        boolean isRefused = began == null && problem instanceof ServerErrorException;
        if (isRefused || inVain > crew.host().limits().reconnects()) {
            giveUp(inVain);
        } else {
            Duration delay = Backoff.after(
                    Math.max(inVain + 1, shortStreams), crew.host().limits().reconnectDelay());
            crew.scheduler().schedule(delay, this::startAgain);
        }
    }

    private void startAgain() {
        if (!watch.isClosed() && !line.isClosed()) {
            start();
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
}
