package dev.tenon.guard.internal.forwarder;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.UpstreamState;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.internal.concurrent.KeyedSingleFlight;
import dev.tenon.guard.internal.error.UpstreamErrorMapper;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.internal.concurrent.SerialTaskQueue;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections to an upstream server. If it has no sessions, clients with the same sharing key share one; else each
 * downstream session has its own, and clients without sessions share pooled ones.
 */
public final class UpstreamConnections implements AutoCloseable {
    public static final Duration MAINTENANCE_INTERVAL = Duration.ofSeconds(1);
    private static final long MAX_CLOSE_SECONDS = 20;

    private final UpstreamSettings settings;
    private final GuardLimits limits;
    private final LeniencyPolicy tolerance;
    private final CircuitBreaker breaker;
    /** All connections, with the action to run after closing each. */
    private final Map<UpstreamConnection, Runnable> all = new ConcurrentHashMap<>();

    private final AtomicInteger count = new AtomicInteger();
    private final SessionConnectionPool pool;
    private final KeyedSingleFlight<SessionConnectionPool.PoolKey> singleFlight = new KeyedSingleFlight<>();
    private final StatelessConnections shared = new StatelessConnections(this);
    private final GuardRuntime runtime;
    private final LogRateLimiter warnings = new LogRateLimiter(1, Duration.ofSeconds(10));
    private final List<RuntimeScheduler.TaskHandle> maintenance = new CopyOnWriteArrayList<>();
    private final Function<Revision, Runnable> sessionObserver;
    private volatile boolean closed;

    /**
     * Creates the connections of a target without connecting yet.
     *
     * @param tolerance the leniency for protocol violations of the server
     * @param sessionObserver called for each session with the server; the action it returns runs once, when the session
     *     ends
     * @param runtime the threads of the guard; not closed by this
     */
    public UpstreamConnections(
            UpstreamSettings settings,
            LeniencyPolicy tolerance,
            Function<Revision, Runnable> sessionObserver,
            GuardRuntime runtime) {
        this.runtime = runtime;
        this.sessionObserver = sessionObserver;
        this.settings = settings;
        this.limits = settings.limits();
        this.pool = new SessionConnectionPool(this, limits.connectionsPerCaller());
        this.tolerance = tolerance;
        this.breaker = new CircuitBreaker(settings.name(), limits.breaker());
        scheduleMaintenance(MAINTENANCE_INTERVAL, () -> pool.closeIdle(limits.connectionIdleTimeout()));
        scheduleMaintenance(
                MAINTENANCE_INTERVAL, () -> shared.closeIdleOfSingleCallers(limits.connectionIdleTimeout()));
    }

    /** Runs a task repeatedly on a thread that may block, until this is closed. */
    public void scheduleMaintenance(Duration pause, Runnable task) {
        maintenance.add(runtime.scheduleRepeating(pause, task));
    }

    /** Runs a task on a thread that may block. */
    public void executeBlocking(Runnable task) {
        HandlerExecutors.executeEvenIfShutDown(runtime.executor(), task);
    }

    /** Creates a queue for the notifications of one client to the server, limited by {@link ClientLimits#queue()}. */
    SerialTaskQueue createNotificationQueue() {
        ChannelLimits queueLimits = settings.clientLimits().queue();
        return new SerialTaskQueue(
                this::executeBlocking, queueLimits.maxQueuedMessages(), queueLimits.maxQueuedBytes());
    }

    /** Records that such a queue dropped a notification because it was full. */
    void onQueueFull() {
        runtime.countLimitReached(GuardRuntime.UPSTREAM_QUEUE);
        warnNotificationDropped("queue full (limit: ClientLimits.queue)");
    }

    /** Logs a dropped notification of a client, rate-limited, as clients can cause many. */
    void warnNotificationDropped(String why) {
        long droppedBefore = warnings.admitAndTakeSuppressed();
        if (droppedBefore >= 0) {
            String text = "Dropped a notification of a client: upstream={}, droppedBefore={}, cause={}";
            LOG.warn(text, settings.name(), droppedBefore, why);
        }
    }

    /** Returns the state of the circuit breaker. */
    public UpstreamState state() {
        return breaker.state();
    }

    /** Returns the number of connections. */
    public int size() {
        return count.get();
    }

    /** Returns the sharing key of a caller; callers with equal keys can share a connection. */
    public String sharingKey(Optional<CallerPrincipal> caller) {
        return settings.resolver().sharingKey(caller);
    }

    /** Leases the connection for a session: a shared one if the server has no sessions, else its own. */
    UpstreamLease leaseForSession(DownstreamClient client) {
        ThreadBlockingContext.assertCanBlock("connect to an upstream server");
        String sharingKey = sharingKey(client.principal());
        UpstreamLease existing =
                shared.tryLease(sharingKey, upstream -> upstream.isStateless() && !supportsSessions(upstream));
        return existing == null ? shareOrLeaseOpened(sharingKey, open(client, client.revision())) : existing;
    }

    /**
     * Leases a connection for one request. Blocks while connecting.
     *
     * @param preferExclusive whether the upstream may send requests during the call
     */
    public UpstreamLease leaseForRequest(DownstreamClient client, boolean preferExclusive) {
        ThreadBlockingContext.assertCanBlock("connect to an upstream server");
        String sharingKey = sharingKey(client.principal());
        UpstreamLease existing = shared.tryLease(sharingKey, UpstreamConnection::isStateless);
        if (existing != null) {
            return existing;
        }
        String principal = client.principal().map(CallerPrincipal::name).orElse(null);
        SessionConnectionPool.PoolKey key = new SessionConnectionPool.PoolKey(
                principal, sharingKey, client.capabilities().withExtensions(Map.of()));
        Supplier<UpstreamLease> leasePooled = () -> pool.lease(
                key, client.callerKey(), preferExclusive, () -> shareOrLeaseOpened(sharingKey, open(client, null)));
        return singleFlight.execute(key, leasePooled, () -> {
            UpstreamLease leasedMeanwhile = shared.tryLease(sharingKey, UpstreamConnection::isStateless);
            return leasedMeanwhile == null ? leasePooled.get() : leasedMeanwhile;
        });
    }

    /**
     * Leases the connection to a server without sessions; returns null if it is missing or would have to be waited for.
     */
    @Nullable public UpstreamLease tryLeaseForRequest(DownstreamClient client) {
        return shared.tryLease(sharingKey(client.principal()), UpstreamConnection::isKnownStateless);
    }

    private static boolean supportsSessions(UpstreamConnection upstream) {
        return upstream.serverInfoOrConnect().supportedVersions().stream()
                .anyMatch(version ->
                        Revision.of(version).filter(r -> !r.isStateless()).isPresent());
    }

    /** Leases an opened connection; clients share it if the server has no sessions. */
    private UpstreamLease shareOrLeaseOpened(String sharingKey, UpstreamConnection opened) {
        try {
            return opened.isStateless()
                    ? shared.addOrReuse(sharingKey, opened)
                    : new UpstreamLease(opened, () -> closeAsync(opened));
        } catch (RuntimeException | Error e) {
            closeAsync(opened);
            throw e;
        }
    }

    private UpstreamConnection open(DownstreamClient client, @Nullable Revision firstRevision) {
        if (count.incrementAndGet() > limits.connections()) {
            count.decrementAndGet();
            String text = " connections to the upstream server (limit: GuardLimits.connections); try again later";
            throw runtime.countAndCreateBusyError(GuardRuntime.CONNECTIONS, "there are " + limits.connections() + text);
        }
        UpstreamConnection opened;
        try {
            opened = connect(client, firstRevision);
        } catch (RuntimeException | Error e) {
            count.decrementAndGet();
            throw e;
        }
        all.put(opened, () -> {});
        try {
            if (closed) {
                throw new RpcException(ErrorCode.BUSY, "Busy: the guard is shutting down");
            }
            if (!opened.isStateless()) {
                Runnable onSessionEnd = sessionObserver.apply(opened.revision());
                if (all.replace(opened, onSessionEnd) == null) {
                    onSessionEnd.run();
                }
            }
            return opened;
        } catch (RuntimeException | Error e) {
            close(opened);
            throw e;
        }
    }

    private UpstreamConnection connect(DownstreamClient client, @Nullable Revision firstRevision) {
        Implementation self = settings.self();
        ClientBuilder builder = McpClient.builder(self.name(), self.version())
                .implementation(client.info().orElse(self))
                .limits(settings.clientLimits());
        try {
            return breaker.acquireForConnect().run(() -> {
                ServerTarget target = settings.resolver().target(client.principal());
                return new UpstreamConnection(
                        builder, target, client.capabilities(), firstRevision, self, breaker, tolerance);
            });
        } catch (ServerErrorException | NotSupportedException e) {
            throw new UpstreamErrorMapper(settings.name()).toConnectError(e);
        }
    }

    /** Closes a connection on another thread, as a process takes time to exit. */
    void closeAsync(UpstreamConnection upstream) {
        if (all.containsKey(upstream)) {
            executeBlocking(() -> close(upstream));
        }
    }

    /** Records that a caller reached its limit of pooled connections. */
    void countCallerLimitReached() {
        runtime.countLimitReached(GuardRuntime.CONNECTIONS_PER_CALLER);
    }

    /** Closes a connection. Blocks, as a process takes time to exit. */
    void close(UpstreamConnection upstream) {
        ThreadBlockingContext.assertCanBlock("close a connection to an upstream server");
        try {
            upstream.close();
        } finally {
            Runnable onSessionEnd = all.remove(upstream);
            if (onSessionEnd != null) {
                count.decrementAndGet();
                onSessionEnd.run();
            }
        }
    }

    /** Rejects new connections and closes all in parallel, as each process gets time to exit by itself. */
    @Override
    public void close() {
        closed = true;
        maintenance.forEach(RuntimeScheduler.TaskHandle::cancel);
        List<Callable<Object>> tasks = all.keySet().stream()
                .map(upstream -> Executors.callable(() -> close(upstream)))
                .toList();
        try {
            var unused = runtime.executor().invokeAll(tasks, MAX_CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
