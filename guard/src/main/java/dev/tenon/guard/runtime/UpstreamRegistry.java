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
import dev.tenon.guard.internal.forwarder.UpstreamSettings;
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
 * The upstream servers of a running guard, by name. An upstream whose target and limits do not change survives a change
 * of the configuration.
 */
final class UpstreamRegistry {
    private final GuardEnvironment environment;
    private final GuardObserver observer;
    private final FindingListener findings = new FindingLogger();
    private final TargetResolverFactory resolvers;
    private final GuardRuntime runtime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<GuardedUpstream> retired = ConcurrentHashMap.newKeySet();

    /** Written under the lock. */
    private volatile Map<String, UpstreamEntry> entries = Map.of();

    @GuardedBy("lock") private boolean closed;

    UpstreamRegistry(
            GuardEnvironment environment, GuardCredentials credentials, GuardObserver observer, GuardRuntime runtime) {
        this.runtime = runtime;
        this.environment = environment;
        this.observer = observer;
        this.resolvers = new TargetResolverFactory(credentials, environment);
    }

    /** An upstream server with the settings it was created from and its policies. */
    record UpstreamEntry(UpstreamConfig settings, LimitSettings limits, PolicyChain policies, GuardedUpstream server) {
        boolean isReusableFor(UpstreamConfig other, LimitSettings otherLimits) {
            return settings.target().equals(other.target())
                    && settings.timeout().equals(other.timeout())
                    && limits.equals(otherLimits);
        }
    }

    /** Returns the executor of the guard for blocking tasks. */
    ExecutorService executor() {
        return runtime.executor();
    }

    /** Returns the upstream servers in the order of the configuration. */
    List<UpstreamEntry> entries() {
        return List.copyOf(entries.values());
    }

    /**
     * Applies the upstream servers of a configuration.
     *
     * @return the upstream servers that are no longer needed, to be {@linkplain #closeWhenUnused retired} once new
     *     clients no longer use them
     * @throws RuntimeException if an upstream cannot be created; then nothing changes, and what was opened is closed
     */
    List<GuardedUpstream> swapUpstreams(GuardConfig config) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("The guard is closed");
            }
            List<GuardedUpstream> opened = new ArrayList<>();
            try {
                return openAndSwapEntries(config, opened);
            } catch (RuntimeException | Error e) {
                opened.forEach(GuardedUpstream::close);
                throw e;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Opens the upstream servers that cannot be reused, replaces the entries, and updates the policies of all upstream
     * servers.
     *
     * @param opened receives each upstream server that was opened, also if a later one fails
     * @return the upstream servers that are no longer needed
     */
    private List<GuardedUpstream> openAndSwapEntries(GuardConfig config, List<GuardedUpstream> opened) {
        Map<String, UpstreamEntry> updated = new LinkedHashMap<>();
        for (UpstreamConfig upstream : config.upstreams()) {
            PolicyChain policies = createPolicies(config, upstream);
            UpstreamEntry existing = entries.get(upstream.name());
            GuardedUpstream server;
            if (existing != null && existing.isReusableFor(upstream, config.limits())) {
                server = existing.server();
            } else {
                server = openUpstream(upstream, config.limits(), policies);
                opened.add(server);
            }
            updated.put(upstream.name(), new UpstreamEntry(upstream, config.limits(), policies, server));
        }
        List<GuardedUpstream> removed = new ArrayList<>(
                entries.values().stream().map(UpstreamEntry::server).toList());
        updated.values().forEach(entry -> removed.remove(entry.server()));
        entries = updated;
        updated.values().forEach(entry -> entry.server().updatePolicies(entry.policies()));
        return removed;
    }

    /** Closes each of these upstream servers when its last client has left. */
    void closeWhenUnused(List<GuardedUpstream> removed) {
        retired.addAll(removed);
        removed.forEach(server -> server.retire(() -> retired.remove(server)));
    }

    private PolicyChain createPolicies(GuardConfig config, UpstreamConfig upstream) {
        PinStore pins = new PinStore(
                new PinLockFile(config.lockFile()), upstream.policies().pins().settings());
        return upstream.policies().createChain(pins, findings);
    }

    private GuardedUpstream openUpstream(UpstreamConfig upstream, LimitSettings limits, PolicyChain policies) {
        UpstreamSettings settings = new UpstreamSettings(
                upstream.name(),
                resolvers.create(upstream),
                environment.self(),
                clientLimits(upstream, limits),
                GuardLimits.DEFAULT
                        .withConnections(limits.sessions())
                        .withConnectionsPerCaller(limits.sessionsPerCaller())
                        .withSuspendedCalls(limits.suspendedCalls(), limits.suspendedTimeout()));
        return new GuardedUpstream(settings, policies, observer, runtime);
    }

    private static ClientLimits clientLimits(UpstreamConfig upstream, LimitSettings limits) {
        ClientLimits defaults = ClientLimits.DEFAULT;
        boolean exceedsDefault = upstream.timeout().compareTo(defaults.maxCallTimeout()) > 0;
        return defaults.toBuilder()
                .calls(Math.max(limits.callsInFlight(), 1))
                .serverRequests(Math.max(limits.callsInFlight(), limits.suspendedCalls()))
                .callTimeout(upstream.timeout())
                .maxCallTimeout(exceedsDefault ? upstream.timeout() : defaults.maxCallTimeout())
                .build();
    }

    /** Returns the number of dropped standard error lines since the start. */
    long droppedLines() {
        return resolvers.droppedLineCount().sum();
    }

    /** Closes all upstream servers, including retired ones that still have clients. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        entries.values().forEach(entry -> entry.server().close());
        retired.forEach(GuardedUpstream::close);
    }
}
