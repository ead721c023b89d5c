package dev.tenon.guard.aggregate;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardingSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ways of one client to the members. */
final class MemberConnections {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    final DownstreamClient client;
    final AggregateContext common;
    private final Consumer<MemberState> onMemberConnected;
    private final Map<MemberState, MemberConnection> links = new ConcurrentHashMap<>();
    private volatile boolean ended;

    /**
     * Links that are made when they are used.
     *
     * @param returned told of a member that the client was not told of before
     */
    MemberConnections(DownstreamClient client, AggregateContext common, Consumer<MemberState> returned) {
        this.client = client;
        this.common = common;
        this.onMemberConnected = returned;
    }

    /**
     * Has one member do something.
     *
     * @throws MemberRemovedException when it is a member no longer
     * @throws RpcException -32600 when the client has gone
     */
    <T> T runOn(MemberState seat, MemberTask<T> work) throws Exception {
        MemberConnection link = connectionOf(seat);
        if (ended) {
            shutdown();
            throw new RpcException(ErrorCode.INVALID_REQUEST, "The session is over");
        }
        if (link == null || !link.tryAcquire()) {
            throw new MemberRemovedException(seat);
        }
        try {
            T done = work.run(link.getOrConnect(() -> onMemberConnected.accept(seat)));
            seat.markHealthy();
            return done;
        } finally {
            link.release();
        }
    }

    private @Nullable MemberConnection connectionOf(MemberState seat) {
        return links.computeIfAbsent(
                seat,
                wanted -> wanted.tryAcquire()
                        ? new MemberConnection(wanted, new MemberDownstreamClient(client, wanted, common))
                        : null);
    }

    /** What a member begins without blocking. */
    @FunctionalInterface
    interface AsyncMemberTask {
        /**
         * Begins it.
         *
         * @param exit ends the use of the member, once, and says whether it answered
         * @return false when it is not begun; then the use is over
         */
        boolean start(ForwardingSession service, Consumer<Boolean> exit);
    }

    /** Has one member begin something; false, and nothing is begun, when the member would have to be waited for. */
    boolean tryRunOn(MemberState seat, AsyncMemberTask work) {
        MemberConnection link = connectionOf(seat);
        boolean isReady = link != null && !ended && (link.sessionIfConnected() != null || !client.hasSession());
        if (link == null || !isReady || !link.tryAcquire()) {
            return false;
        }
        boolean isBegun = false;
        try {
            isBegun = work.start(link.getOrConnect(() -> onMemberConnected.accept(seat)), answered -> {
                if (answered) {
                    seat.markHealthy();
                }
                link.release();
            });
        } catch (Exception e) {
            LOG.debug("{} cannot be used at once", seat, e);
        } finally {
            if (!isBegun) {
                link.release();
            }
        }
        return isBegun;
    }

    /** Like {@link #runOnEach}, where the work is the same for all. */
    <T> List<MemberResult<T>> runOnAll(List<MemberState> seats, MemberTask<T> work) throws InterruptedException {
        return runOnEach(seats, seat -> work);
    }

    /**
     * Has several members do something at once. Who takes long when another has succeeded is not waited for, but goes
     * on.
     *
     * @throws InterruptedException when this is interrupted, and so is what it waits for
     */
    <T> List<MemberResult<T>> runOnEach(List<MemberState> seats, Function<MemberState, MemberTask<T>> work)
            throws InterruptedException {
        if (seats.size() == 1) {
            return List.of(runToResult(seats.get(0), work, new AtomicBoolean()));
        }
        AtomicBoolean anySucceeded = new AtomicBoolean();
        List<Future<MemberResult<T>>> running = new ArrayList<>();
        try {
            seats.forEach(seat -> running.add(common.threads.submit(() -> runToResult(seat, work, anySucceeded))));
            long deadline = System.nanoTime() + common.timeout.toNanos();
            List<MemberResult<T>> outcomes = new ArrayList<>();
            for (int i = 0; i < running.size(); i++) {
                outcomes.add(awaitResult(seats.get(i), running.get(i), anySucceeded, deadline));
            }
            return outcomes;
        } catch (InterruptedException e) {
            running.forEach(future -> future.cancel(true));
            throw e;
        }
    }

    private <T> MemberResult<T> runToResult(
            MemberState seat, Function<MemberState, MemberTask<T>> work, AtomicBoolean succeeded)
            throws InterruptedException {
        try {
            T result = runOn(seat, work.apply(seat));
            succeeded.set(true);
            return new MemberResult<>(seat, result, null);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new MemberResult<>(seat, null, e);
        }
    }

    private <T> MemberResult<T> awaitResult(
            MemberState seat, Future<MemberResult<T>> future, AtomicBoolean anySucceeded, long deadline)
            throws InterruptedException {
        while (true) {
            try {
                long left = Math.max(deadline - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(50));
                return future.get(left, TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof InterruptedException interrupted) {
                    throw interrupted;
                }
                throw new IllegalStateException(e.getCause());
            } catch (TimeoutException e) {
                if (System.nanoTime() - deadline > 0 && anySucceeded.get()) {
                    MemberConnection link = links.get(seat);
                    if (link != null) {
                        link.markMissed();
                    }
                    return new MemberResult<>(seat, null, timeoutError());
                }
            }
        }
    }

    private static RpcException timeoutError() {
        return new RpcException(ErrorCode.INTERNAL_ERROR, "The server behind this guard did not answer in time");
    }

    /** Does something with each member that has been met. */
    void forEachConnected(Consumer<ForwardingSession> action) {
        links.values().forEach(link -> {
            ForwardingSession service = link.sessionIfConnected();
            if (service != null) {
                action.accept(service);
            }
        });
    }

    /** A member has left: what is under way goes on. */
    void retire(MemberState seat) {
        MemberConnection link = links.remove(seat);
        if (link != null) {
            link.retire();
        }
    }

    /** The client has gone. */
    void shutdown() {
        ended = true;
        links.keySet().forEach(seat -> {
            MemberConnection link = links.remove(seat);
            if (link != null) {
                link.shutdown();
            }
        });
    }
}
