package dev.tenon.guard.runtime;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.credential.GuardCredentials;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.pin.PinLockFile;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The servers behind a running guard, by name. One whose way and limits do not change lives on when the configuration
 * does.
 */
final class UpstreamRegistry {
    private final GuardEnvironment environment;
    private final GuardObserver observer;
    private final FindingListener findings = new FindingLogger();
    private final TargetResolverFactory routes;
    private final GuardRuntime runtime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<GuardedUpstream> retired = ConcurrentHashMap.newKeySet();

    /** Written under the lock. */
    private volatile Map<String, UpstreamEntry> entries = Map.of();

    @GuardedBy("lock") private boolean closed;

    UpstreamRegistry(GuardEnvironment around, GuardCredentials keyring, GuardObserver observer, GuardRuntime runtime) {
        this.runtime = runtime;
        this.environment = around;
        this.observer = observer;
        this.routes = new TargetResolverFactory(keyring, around);
    }

    /** One server, the settings that it was made from, and the policies that it is to have. */
    record UpstreamEntry(UpstreamConfig settings, LimitSettings limits, PolicyChain policies, GuardedUpstream server) {
        boolean isReusableFor(UpstreamConfig other, LimitSettings itsLimits) {
            return settings.target().equals(other.target())
                    && settings.timeout().equals(other.timeout())
                    && limits.equals(itsLimits);
        }
    }

    /** The threads of the guard, which may block. */
    ExecutorService executor() {
        return runtime.executor();
    }

    /** The servers in the order of the configuration. */
    List<UpstreamEntry> entries() {
        return List.copyOf(entries.values());
    }

    /**
     * Has the servers of that configuration from now on.
     *
     * @return those that are no longer needed, to be {@linkplain #retire retired} when no new client is led to them any
     *     more
     * @throws RuntimeException when one cannot be had; then nothing has changed, and what was opened is closed
     */
    List<GuardedUpstream> applyConfig(GuardConfig config) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("The guard is closed");
            }
            List<GuardedUpstream> opened = new ArrayList<>();
            try {
                return replaceEntries(config, opened);
            } catch (RuntimeException | Error e) {
                opened.forEach(GuardedUpstream::close);
                throw e;
            }
        } finally {
            lock.unlock();
        }
    }

    private List<GuardedUpstream> replaceEntries(GuardConfig config, List<GuardedUpstream> opened) {
        Map<String, UpstreamEntry> fresh = new LinkedHashMap<>();
        for (UpstreamConfig upstream : config.upstreams()) {
            PolicyChain its = createPolicies(config, upstream);
            UpstreamEntry known = entries.get(upstream.name());
            GuardedUpstream server;
            if (known != null && known.isReusableFor(upstream, config.limits())) {
                server = known.server();
            } else {
                server = openUpstream(upstream, config.limits(), its);
                opened.add(server);
            }
            fresh.put(upstream.name(), new UpstreamEntry(upstream, config.limits(), its, server));
        }
        List<GuardedUpstream> gone = new ArrayList<>(
                entries.values().stream().map(UpstreamEntry::server).toList());
        fresh.values().forEach(hand -> gone.remove(hand.server()));
        entries = fresh;
        fresh.values().forEach(hand -> hand.server().updatePolicies(hand.policies()));
        return gone;
    }

    /** Closes these servers, each when its last client has gone. */
    void retire(List<GuardedUpstream> gone) {
        retired.addAll(gone);
        gone.forEach(server -> server.retire(() -> retired.remove(server)));
    }

    private PolicyChain createPolicies(GuardConfig config, UpstreamConfig upstream) {
        PinStore pins = new PinStore(
                new PinLockFile(config.lockFile()), upstream.policies().pins().settings());
        return upstream.policies().createChain(pins, findings);
    }

    private GuardedUpstream openUpstream(UpstreamConfig upstream, LimitSettings limits, PolicyChain policies) {
        return new GuardedUpstream(
                upstream.name(),
                routes.create(upstream),
                environment.self(),
                clientLimits(upstream, limits),
                GuardLimits.DEFAULT
                        .withConnections(limits.sessions())
                        .withConnectionsPerCaller(limits.sessionsPerCaller())
                        .withSuspendedCalls(limits.suspendedCalls(), limits.suspendedTimeout()),
                policies,
                observer,
                runtime);
    }

    private static ClientLimits clientLimits(UpstreamConfig upstream, LimitSettings limits) {
        ClientLimits usual = ClientLimits.DEFAULT;
        boolean longer = upstream.timeout().compareTo(usual.maxCallTimeout()) > 0;
        return usual.toBuilder()
                .calls(Math.max(limits.callsInFlight(), 1))
                .serverRequests(Math.max(limits.callsInFlight(), limits.suspendedCalls()))
                .callTimeout(upstream.timeout())
                .maxCallTimeout(longer ? upstream.timeout() : usual.maxCallTimeout())
                .build();
    }

    /** Returns how many lines of standard error were left out since the start. */
    long droppedLines() {
        return routes.droppedLines();
    }

    /** Closes all servers, also those that are retired and still have clients. */
    void close() {
        List<GuardedUpstream> all;
        lock.lock();
        try {
            closed = true;
            all = new ArrayList<>(
                    entries.values().stream().map(UpstreamEntry::server).toList());
        } finally {
            lock.unlock();
        }
        all.addAll(retired);
        all.forEach(GuardedUpstream::close);
    }
}
