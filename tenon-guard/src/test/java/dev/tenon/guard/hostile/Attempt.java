package dev.tenon.guard.hostile;

import dev.tenon.battery.hostile.Case;
import dev.tenon.battery.hostile.Era;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One misbehaviour behind a guard, which has everything on or not, with a client of some era in front, and how it went. */
final class Attempt {
    private final Case tried;
    private final Era front;
    private final boolean strict;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    Attempt(Case tried, Era front, boolean strict) {
        this.tried = tried;
        this.front = front;
        this.strict = strict;
    }

    Case tried() {
        return tried;
    }

    Era front() {
        return front;
    }

    /** Whether the guard has every policy, pins and the audit on. */
    boolean strict() {
        return strict;
    }

    /** Whether the server can be told by the call what to do, so that one can show many. */
    boolean isShared() {
        return tried.misbehaviour().trigger().isNamed();
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
        return tried + " before a " + (front == Era.LEGACY ? "session" : "client without session")
                + (strict ? ", everything on" : "");
    }
}
