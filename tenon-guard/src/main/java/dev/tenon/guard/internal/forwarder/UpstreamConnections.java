package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.UpstreamState;
import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.internal.concurrent.KeyedSingleFlight;
import dev.tenon.guard.internal.error.UpstreamErrorMapper;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.internal.concurrent.SerialTaskQueue;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to the server behind. One that has no sessions is shared by all who are the same to it; else each
 * session in front has its own, and clients without sessions share those that were opened for others who can do the
 * same.
 */
public final class UpstreamConnections implements AutoCloseable {
    public static final Duration MAINTENANCE_INTERVAL = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final long MAX_CLOSE_SECONDS = 20;

    private final String name;
    private final TargetResolver route;
    private final Implementation self;
    private final ClientLimits clientLimits;
    private final GuardLimits limits;
    private final LeniencyPolicy tolerance;
    private final CircuitBreaker breaker;
    /** All connections, and what is run when they are closed. */
    private final Map<UpstreamConnection, Runnable> all = new ConcurrentHashMap<>();

    private final AtomicInteger count = new AtomicInteger();
    private final ConnectionPool pool;
    private final KeyedSingleFlight<ConnectionPool.PoolKey> singleFlight = new KeyedSingleFlight<>();
    private final SharedConnections shared = new SharedConnections(this);
    private final GuardRuntime runtime;
    private final LogRateLimiter warnings = new LogRateLimiter(1, Duration.ofSeconds(10));
    private final List<RuntimeScheduler.TaskHandle> maintenance = new CopyOnWriteArrayList<>();
    private final Function<Revision, Runnable> sessionObserver;
    private volatile boolean closed;

    /**
     * Connections by that route. Nothing is connected yet.
     *
     * @param name what the server behind is called in logs
     * @param tolerance of what the server behind sends that is not exact
     * @param sessions told of each session with the server behind; what is returned is run, once, when it is over
     * @param runtime the threads of the guard; not closed by this
     */
    public UpstreamConnections(
            String name,
            TargetResolver route,
            Implementation self,
            ClientLimits clientLimits,
            GuardLimits limits,
            LeniencyPolicy tolerance,
            Function<Revision, Runnable> sessions,
            GuardRuntime runtime) {
        this.runtime = runtime;
        this.sessionObserver = sessions;
        this.name = name;
        this.route = route;
        this.self = self;
        this.clientLimits = clientLimits;
        this.limits = limits;
        this.pool = new ConnectionPool(this, limits.connectionsPerCaller());
        this.tolerance = tolerance;
        this.breaker = new CircuitBreaker(name, limits.breaker());
        scheduleMaintenance(MAINTENANCE_INTERVAL, () -> pool.closeIdle(limits.connectionIdleTimeout()));
        scheduleMaintenance(MAINTENANCE_INTERVAL, () -> shared.closeIdle(limits.connectionIdleTimeout()));
    }

    /** Runs this again and again on a thread that may block, until the end. */
    public void scheduleMaintenance(Duration pause, Runnable work) {
        maintenance.add(runtime.scheduleRepeating(pause, work));
    }

    /** Runs what may block on a thread that may. */
    public void executeBlocking(Runnable work) {
        HandlerExecutors.executeEvenIfShutDown(runtime.executor(), work);
    }

    /**
     * A queue for what one client tells the server behind, with the bounds of what waits for a server that is slow to
     * read.
     */
    SerialTaskQueue createNotificationQueue() {
        ChannelLimits bounds = clientLimits.queue();
        return new SerialTaskQueue(this::executeBlocking, bounds.maxQueuedMessages(), bounds.maxQueuedBytes());
    }

    /** Such a queue has no room for a notification. */
    void onQueueFull() {
        runtime.countBoundMet(GuardRuntime.UPSTREAM_QUEUE);
        warnDropped("too many wait for the server to take them (limit: ClientLimits.queue)");
    }

    /** Logs that a notification of a client does not reach the server behind; a client can cause many of these. */
    void warnDropped(String why) {
        long before = warnings.tryAdmit();
        if (before >= 0) {
            LOG.warn("Dropped a notification of a client, and {} more before: upstream={}, {}", before, name, why);
        }
    }

    /** What the guard is, where the server behind does not say what it is. */
    public Implementation implementation() {
        return self;
    }

    /** Whether the server behind is tried at all. */
    public UpstreamState state() {
        return breaker.state();
    }

    /** How many connections there are. */
    public int size() {
        return count.get();
    }

    /** What this caller must have in common with others to be the same to the server behind. */
    public String sharingKey(Optional<CallerPrincipal> caller) {
        return route.sharingKey(caller);
    }

    /** The connection for a session: one that is shared where the server has no sessions, else one of its own. */
    UpstreamLease leaseForSession(DownstreamClient front) {
        ExecutionContext.checkCanBlock("connect to a server behind the guard");
        String share = sharingKey(front.principal());
        UpstreamLease known = shared.tryLease(share, upstream -> upstream.isStateless() && !hasSessions(upstream));
        return known == null ? leaseOpened(share, open(front, front.revision())) : known;
    }

    /** A connection for one request, which has to be given back. */
    public UpstreamLease leaseForRequest(DownstreamClient front, boolean alone) {
        ExecutionContext.checkCanBlock("connect to a server behind the guard");
        String share = sharingKey(front.principal());
        UpstreamLease known = shared.tryLease(share, UpstreamConnection::isStateless);
        if (known != null) {
            return known;
        }
        String principal = front.principal().map(CallerPrincipal::name).orElse(null);
        ConnectionPool.PoolKey key = new ConnectionPool.PoolKey(
                principal, share, front.capabilities().withExtensions(Map.of()));
        Supplier<UpstreamLease> pooled =
                () -> pool.lease(key, front.caller(), alone, () -> leaseOpened(share, open(front, null)));
        return singleFlight.execute(key, pooled, () -> {
            UpstreamLease made = shared.tryLease(share, UpstreamConnection::isStateless);
            return made == null ? pooled.get() : made;
        });
    }

    /**
     * The connection for requests to a server without sessions, when there is one and nobody need wait for it; else
     * null.
     */
    @Nullable public UpstreamLease tryLeaseForRequest(DownstreamClient front) {
        return shared.tryLease(sharingKey(front.principal()), UpstreamConnection::isKnownStateless);
    }

    private static boolean hasSessions(UpstreamConnection upstream) {
        return upstream.serverInfo().supportedVersions().stream()
                .anyMatch(version ->
                        Revision.of(version).filter(r -> !r.isStateless()).isPresent());
    }

    /** One for a server without sessions is for all who are the same to it. */
    private UpstreamLease leaseOpened(String share, UpstreamConnection opened) {
        try {
            return opened.isStateless()
                    ? shared.addOrReuse(share, opened)
                    : new UpstreamLease(opened, () -> closeAsync(opened));
        } catch (RuntimeException | Error e) {
            closeAsync(opened);
            throw e;
        }
    }

    private UpstreamConnection open(DownstreamClient front, @Nullable Revision first) {
        if (count.incrementAndGet() > limits.connections()) {
            count.decrementAndGet();
            throw runtime.busyError(
                    GuardRuntime.CONNECTIONS,
                    "there are " + limits.connections()
                            + " connections to the server behind (limit: GuardLimits.connections); try again later");
        }
        UpstreamConnection opened;
        try {
            ClientBuilder builder = McpClient.builder(self.name(), self.version())
                    .implementation(front.info().orElse(self))
                    .limits(clientLimits);
            opened = connect(builder, front, first);
        } catch (RuntimeException | Error e) {
            count.decrementAndGet();
            throw e;
        }
        all.put(opened, () -> {});
        try {
            if (closed) {
                throw new RpcException(ErrorCode.BUSY, "Busy: this guard is shutting down");
            }
            if (!opened.isStateless()) {
                Runnable over = sessionObserver.apply(opened.revision());
                if (all.replace(opened, over) == null) {
                    over.run();
                }
            }
            return opened;
        } catch (RuntimeException | Error e) {
            close(opened);
            throw e;
        }
    }

    private UpstreamConnection connect(ClientBuilder builder, DownstreamClient front, @Nullable Revision first) {
        CircuitBreaker.BreakerPermit attempt = breaker.acquireForConnect();
        try {
            UpstreamConnection opened = new UpstreamConnection(
                    builder, route.target(front.principal()), front.capabilities(), first, self, breaker, tolerance);
            attempt.onSuccess();
            return opened;
        } catch (ServerErrorException | NotSupportedException e) {
            attempt.onFailure(e);
            throw new UpstreamErrorMapper(name).toConnectError(e);
        } catch (RuntimeException | Error e) {
            attempt.onFailure(e);
            throw e;
        }
    }

    /** Closes a connection that nobody needs any more, elsewhere: a process takes its time to end. */
    void closeAsync(UpstreamConnection upstream) {
        if (all.containsKey(upstream)) {
            executeBlocking(() -> close(upstream));
        }
    }

    /** A caller has its share of the pool, and needs another connection. */
    void onCallerLimitReached() {
        runtime.countBoundMet(GuardRuntime.CONNECTIONS_PER_CALLER);
    }

    /** Closes a connection; a process takes its time to end. */
    void close(UpstreamConnection upstream) {
        ExecutionContext.checkCanBlock("close a connection to a server behind the guard");
        try {
            upstream.close();
        } finally {
            Runnable over = all.remove(upstream);
            if (over != null) {
                count.decrementAndGet();
                over.run();
            }
        }
    }

    /** Closes all connections, at once, as a process has some time to end by itself. New ones are refused. */
    @Override
    public void close() {
        closed = true;
        maintenance.forEach(RuntimeScheduler.TaskHandle::cancel);
        List<Callable<Object>> closing = all.keySet().stream()
                .map(upstream -> Executors.callable(() -> close(upstream)))
                .toList();
        try {
            var unused = runtime.executor().invokeAll(closing, MAX_CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
