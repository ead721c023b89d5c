package dev.tenon.client.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One of the first requests of a connection, several of which may wait for their answers. Its methods block. */
final class PendingRequest {
    private static final Duration LONGEST = Duration.ofDays(1);

    private final CompletableFuture<Connection.Settled> settled = new CompletableFuture<>();
    private final Connection.Pending pending;

    private PendingRequest(Connection connection, Outgoing request) {
        pending = connection.begin(request, settled::complete);
    }

    static PendingRequest send(Connection connection, Outgoing request) {
        return new PendingRequest(connection, request);
    }

    /** Whether there is an outcome within that time. */
    boolean isSettledWithin(Duration time) {
        return await(settled, time);
    }

    /** Waits until it has an outcome, which it has at its deadline at the latest. */
    void await() {
        await(settled, LONGEST);
    }

    /** Waits until this or the other request has an outcome; each has a deadline of its own. */
    void awaitEither(PendingRequest other) {
        await(CompletableFuture.anyOf(settled, other.settled), LONGEST);
    }

    boolean isSettled() {
        return settled.isDone();
    }

    /** The answer, when it is settled; throws what {@link Connection.Settled#outcome} throws. */
    Json outcome() {
        return settled.join().outcome();
    }

    /** Gives it up: its answer is dropped, and the server is not told. */
    void drop() {
        pending.interrupt();
        var unused = settled.thenAccept(call -> {
            try {
                call.outcome();
            } catch (RuntimeException e) {
                // It was given up, or failed by itself.
            }
        });
    }

    private static boolean await(CompletableFuture<?> event, Duration time) {
        try {
            event.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallFailedException(
                    CallFailedException.Reason.INTERRUPTED, "Interrupted while waiting for the first answer");
        }
    }
}
