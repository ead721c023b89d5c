package dev.tenon.guard.running;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.Upstream;
import dev.tenon.guard.credentials.Keyring;
import dev.tenon.guard.internal.GuardRuntime;
import dev.tenon.guard.internal.GuardedServer;
import dev.tenon.guard.pin.LockFile;
import dev.tenon.guard.pin.Pins;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.watch.GuardObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;

/** The servers behind a running guard, by name. One whose way and limits do not change lives on when the configuration does. */
final class Crew {
    private final Surroundings around;
    private final GuardObserver observer;
    private final Findings findings = new FindingLog();
    private final Routes routes;
    private final GuardRuntime runtime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<GuardedServer> retired = ConcurrentHashMap.newKeySet();

    /** Written under the lock. */
    private volatile Map<String, Hand> hands = Map.of();

    @GuardedBy("lock") private boolean closed;

    Crew(Surroundings around, Keyring keyring, GuardObserver observer, GuardRuntime runtime) {
        this.runtime = runtime;
        this.around = around;
        this.observer = observer;
        this.routes = new Routes(keyring, around);
    }

    /** One server, the settings that it was made from, and the policies that it is to have. */
    record Hand(Upstream settings, LimitSettings limits, Policies policies, GuardedServer server) {
        boolean fits(Upstream other, LimitSettings itsLimits) {
            return settings.behind().equals(other.behind())
                    && settings.timeout().equals(other.timeout())
                    && limits.equals(itsLimits);
        }
    }

    /** The threads of the guard, which may block. */
    ExecutorService threads() {
        return runtime.threads();
    }

    /** The servers in the order of the configuration. */
    List<Hand> hands() {
        return List.copyOf(hands.values());
    }

    /**
     * Has the servers of that configuration from now on.
     *
     * @return those that are no longer needed, to be {@linkplain #retire retired} when no new client is led to them any more
     * @throws RuntimeException when one cannot be had; then nothing has changed, and what was opened is closed
     */
    List<GuardedServer> change(GuardConfig config) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("The guard is closed");
            }
            List<GuardedServer> opened = new ArrayList<>();
            try {
                return changed(config, opened);
            } catch (RuntimeException | Error e) {
                opened.forEach(GuardedServer::close);
                throw e;
            }
        } finally {
            lock.unlock();
        }
    }

    private List<GuardedServer> changed(GuardConfig config, List<GuardedServer> opened) {
        Map<String, Hand> fresh = new LinkedHashMap<>();
        for (Upstream upstream : config.upstreams()) {
            Policies its = policies(config, upstream);
            Hand known = hands.get(upstream.name());
            GuardedServer server;
            if (known != null && known.fits(upstream, config.limits())) {
                server = known.server();
            } else {
                server = open(upstream, config.limits(), its);
                opened.add(server);
            }
            fresh.put(upstream.name(), new Hand(upstream, config.limits(), its, server));
        }
        List<GuardedServer> gone =
                new ArrayList<>(hands.values().stream().map(Hand::server).toList());
        fresh.values().forEach(hand -> gone.remove(hand.server()));
        hands = fresh;
        fresh.values().forEach(hand -> hand.server().policies(hand.policies()));
        return gone;
    }

    /** Closes these servers, each when its last client has gone. */
    void retire(List<GuardedServer> gone) {
        retired.addAll(gone);
        gone.forEach(server -> server.retire(() -> retired.remove(server)));
    }

    private Policies policies(GuardConfig config, Upstream upstream) {
        Pins pins =
                new Pins(new LockFile(config.lock()), upstream.policies().pins().settings());
        return upstream.policies().policies(pins, findings);
    }

    private GuardedServer open(Upstream upstream, LimitSettings limits, Policies policies) {
        return new GuardedServer(
                upstream.name(),
                routes.to(upstream),
                around.self(),
                clientLimits(upstream, limits),
                GuardLimits.DEFAULT
                        .withConnections(limits.sessions())
                        .withConnectionsPerCaller(limits.sessionsPerCaller())
                        .withParked(limits.parkedCalls(), limits.parkedTime()),
                policies,
                observer,
                runtime);
    }

    private static ClientLimits clientLimits(Upstream upstream, LimitSettings limits) {
        ClientLimits usual = ClientLimits.DEFAULT;
        boolean longer = upstream.timeout().compareTo(usual.callHardStop()) > 0;
        return usual.change()
                .calls(Math.max(limits.callsInFlight(), 1))
                .asks(Math.max(limits.callsInFlight(), limits.parkedCalls()))
                .callTime(upstream.timeout())
                .callHardStop(longer ? upstream.timeout() : usual.callHardStop())
                .build();
    }

    /** Returns how many lines of standard error were left out since the start. */
    long linesLeftOut() {
        return routes.linesLeftOut();
    }

    /** Closes all servers, also those that are retired and still have clients. */
    void close() {
        List<GuardedServer> all;
        lock.lock();
        try {
            closed = true;
            all = new ArrayList<>(hands.values().stream().map(Hand::server).toList());
        } finally {
            lock.unlock();
        }
        all.addAll(retired);
        all.forEach(GuardedServer::close);
    }
}
