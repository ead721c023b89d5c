package dev.tenon.guard.joint;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.RelayClient;
import dev.tenon.server.RelayService;
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
final class Links {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    final RelayClient client;
    final Common common;
    private final Consumer<Seat> returned;
    private final Map<Seat, Link> links = new ConcurrentHashMap<>();
    private volatile boolean ended;

    /**
     * Links that are made when they are used.
     *
     * @param returned told of a member that the client was not told of before
     */
    Links(RelayClient client, Common common, Consumer<Seat> returned) {
        this.client = client;
        this.common = common;
        this.returned = returned;
    }

    /**
     * Has one member do something.
     *
     * @throws GoneException when it is a member no longer
     * @throws RpcException -32600 when the client has gone
     */
    <T> T use(Seat seat, Work<T> work) throws Exception {
        Link link = link(seat);
        if (ended) {
            end();
            throw new RpcException(ErrorCode.INVALID_REQUEST, "The session is over");
        }
        if (link == null || !link.enter()) {
            throw new GoneException(seat);
        }
        try {
            T done = work.of(link.service(() -> returned.accept(seat)));
            seat.isWell();
            return done;
        } finally {
            link.exit();
        }
    }

    private @Nullable Link link(Seat seat) {
        return links.computeIfAbsent(
                seat, wanted -> wanted.enter() ? new Link(wanted, new MemberClient(client, wanted, common)) : null);
    }

    /** What a member begins without blocking. */
    @FunctionalInterface
    interface AsyncWork {
        /**
         * Begins it.
         *
         * @param exit ends the use of the member, once, and says whether it answered
         * @return false when it is not begun; then the use is over
         */
        boolean begin(RelayService service, Consumer<Boolean> exit);
    }

    /** Has one member begin something; false, and nothing is begun, when the member would have to be waited for. */
    boolean tryUse(Seat seat, AsyncWork work) {
        Link link = link(seat);
        boolean isReady = link != null && !ended && (link.metAlready() != null || !client.hasSession());
        if (link == null || !isReady || !link.enter()) {
            return false;
        }
        boolean isBegun = false;
        try {
            isBegun = work.begin(link.service(() -> returned.accept(seat)), answered -> {
                if (answered) {
                    seat.isWell();
                }
                link.exit();
            });
        } catch (Exception e) {
            LOG.debug("{} cannot be used at once", seat, e);
        } finally {
            if (!isBegun) {
                link.exit();
            }
        }
        return isBegun;
    }

    /** Like {@link #useEach}, where the work is the same for all. */
    <T> List<Outcome<T>> useAll(List<Seat> seats, Work<T> work) throws InterruptedException {
        return useEach(seats, seat -> work);
    }

    /**
     * Has several members do something at once. Who takes long when another has succeeded is not waited for, but goes on.
     *
     * @throws InterruptedException when this is interrupted, and so is what it waits for
     */
    <T> List<Outcome<T>> useEach(List<Seat> seats, Function<Seat, Work<T>> work) throws InterruptedException {
        if (seats.size() == 1) {
            return List.of(done(seats.get(0), work, new AtomicBoolean()));
        }
        AtomicBoolean anySucceeded = new AtomicBoolean();
        List<Future<Outcome<T>>> running = new ArrayList<>();
        try {
            seats.forEach(seat -> running.add(common.threads.submit(() -> done(seat, work, anySucceeded))));
            long deadline = System.nanoTime() + common.patience.toNanos();
            List<Outcome<T>> outcomes = new ArrayList<>();
            for (int i = 0; i < running.size(); i++) {
                outcomes.add(awaited(seats.get(i), running.get(i), anySucceeded, deadline));
            }
            return outcomes;
        } catch (InterruptedException e) {
            running.forEach(future -> future.cancel(true));
            throw e;
        }
    }

    private <T> Outcome<T> done(Seat seat, Function<Seat, Work<T>> work, AtomicBoolean succeeded)
            throws InterruptedException {
        try {
            T result = use(seat, work.apply(seat));
            succeeded.set(true);
            return new Outcome<>(seat, result, null);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Outcome<>(seat, null, e);
        }
    }

    private <T> Outcome<T> awaited(Seat seat, Future<Outcome<T>> future, AtomicBoolean anySucceeded, long deadline)
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
                    Link link = links.get(seat);
                    if (link != null) {
                        link.isMissed();
                    }
                    return new Outcome<>(seat, null, late());
                }
            }
        }
    }

    private static RpcException late() {
        return new RpcException(ErrorCode.INTERNAL_ERROR, "The server behind this guard did not answer in time");
    }

    /** Does something with each member that has been met. */
    void met(Consumer<RelayService> action) {
        links.values().forEach(link -> {
            RelayService service = link.metAlready();
            if (service != null) {
                action.accept(service);
            }
        });
    }

    /** A member has left: what is under way goes on. */
    void retire(Seat seat) {
        Link link = links.remove(seat);
        if (link != null) {
            link.retire();
        }
    }

    /** The client has gone. */
    void end() {
        ended = true;
        links.keySet().forEach(seat -> {
            Link link = links.remove(seat);
            if (link != null) {
                link.end();
            }
        });
    }
}
