package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** All requests of the server that have no answer yet: their number is bounded, and none outlives its time. */
final class Runs {
    private final Set<Run> all = ConcurrentHashMap.newKeySet();
    private final Tally tally = new Tally();
    private final int most;

    Runs(int most) {
        this.most = most;
    }

    /**
     * Takes a request in.
     *
     * @throws RpcException 429 when there are too many
     */
    void enter(Run run) {
        if (!tally.began(most)) {
            throw new RpcException(
                    ErrorCode.BUSY, "Busy: this server has " + most + " requests in flight; try again later");
        }
        all.add(run);
        run.afterwards(tally::settled);
    }

    void leave(Run run) {
        if (all.remove(run)) {
            tally.ended();
        }
    }

    /** Hands out the requests whose time is up. */
    void overdue(Consumer<Run> expire) {
        long now = System.nanoTime();
        for (Run run : all) {
            if (run.isOverdue(now)) {
                expire.accept(run);
            }
        }
    }

    /** Waits until every reply has been handed over, but no longer than that. */
    void awaitNone(Duration longest) {
        Quiet.await(() -> tally.unsettled() == 0, longest);
    }

    void cancelAll(String reason) {
        all.forEach(run -> run.cancel(reason));
    }

    int size() {
        return tally.running();
    }
}
