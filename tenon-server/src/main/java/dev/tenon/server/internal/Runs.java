package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** All requests of the server that have no answer yet: their number is bounded, and none outlives its time. */
final class Runs {
    private final Set<Run> all = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unsettled = new AtomicInteger();
    private final AtomicInteger count = new AtomicInteger();
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
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            throw new RpcException(
                    ErrorCode.BUSY, "Busy: this server has " + most + " requests in flight; try again later");
        }
        all.add(run);
        unsettled.incrementAndGet();
        run.afterwards(unsettled::decrementAndGet);
    }

    void leave(Run run) {
        if (all.remove(run)) {
            count.decrementAndGet();
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
        Quiet.await(() -> unsettled.get() == 0, longest);
    }

    void cancelAll(String reason) {
        all.forEach(run -> run.cancel(reason));
    }

    int size() {
        return count.get();
    }
}
