package dev.tenon.guard.misbehaving;

import dev.tenon.testkit.misbehaviour.MisbehaviourCase;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One misbehaviour behind a guard, which has everything on or not, with a client of some era in front, and how it went.
 */
final class Attempt {
    private final MisbehaviourCase tried;
    private final ProtocolEra front;
    private final boolean strict;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    Attempt(MisbehaviourCase tried, ProtocolEra front, boolean strict) {
        this.tried = tried;
        this.front = front;
        this.strict = strict;
    }

    MisbehaviourCase tried() {
        return tried;
    }

    ProtocolEra front() {
        return front;
    }

    /** Whether the guard has every policy, pins and the audit on. */
    boolean strict() {
        return strict;
    }

    /** Whether the server can be told by the call what to do, so that one can show many. */
    boolean isShared() {
        return tried.misbehaviour().trigger().canNameMisbehaviour();
    }

    /** Attempts of one kind can be made with the same server, guard and client. */
    String kind() {
        return tried.era() + " " + tried.http() + " " + front + " " + tried.isSlow() + " " + strict;
    }

    void succeeded() {
        ended.complete(null);
    }

    void failed(Throwable problem) {
        ended.completeExceptionally(problem);
    }

    /** Waits for its end, and throws what was wrong. */
    void await() throws Throwable {
        try {
            ended.get(4, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw e.getCause();
        } catch (TimeoutException e) {
            throw new AssertionError(this + " has not ended", e);
        }
    }

    /** Waits for its end, however it was. */
    void awaitEnd() {
        try {
            ended.orTimeout(4, TimeUnit.MINUTES).join();
        } catch (CompletionException e) {
            // Another test tells of it.
        }
    }

    @Override
    public String toString() {
        return tried + " before a " + (front == ProtocolEra.LEGACY ? "session" : "client without session")
                + (strict ? ", everything on" : "");
    }
}
