package dev.tenon.guard.internal;

import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.LogLimit;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.concurrent.SerialTaskQueue;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.UpstreamState;
import dev.tenon.guard.credentials.Route;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayClient;
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
 * The connections to the server behind. One that has no sessions is shared by all who are the same to it; else each session in
 * front has its own, and clients without sessions share those that were opened for others who can do the same.
 */
public final class Upstreams implements AutoCloseable {
    static final Duration MAINTENANCE_PAUSE = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final long LONGEST_CLOSE_SECONDS = 20;

    private final String name;
    private final Route route;
    private final Implementation self;
    private final ClientLimits clientLimits;
    private final GuardLimits limits;
    private final Tolerance tolerance;
    private final CircuitBreaker breaker;
    /** All connections, and what is run when they are closed. */
    private final Map<Upstream, Runnable> all = new ConcurrentHashMap<>();

    private final AtomicInteger count = new AtomicInteger();
    private final Pool pool;
    private final Attempts<Pool.Key> attempts = new Attempts<>();
    private final Shared shared = new Shared(this);
    private final GuardRuntime runtime;
    private final LogLimit warnings = new LogLimit(1, Duration.ofSeconds(10));
    private final List<RuntimeScheduler.Task> maintenance = new CopyOnWriteArrayList<>();
    private final Function<Revision, Runnable> sessions;
    private volatile boolean closed;

    /**
     * Connections by that route. Nothing is connected yet.
     *
     * @param name what the server behind is called in logs
     * @param tolerance of what the server behind sends that is not exact
     * @param sessions told of each session with the server behind; what is returned is run, once, when it is over
     * @param runtime the threads of the guard; not closed by this
     */
    public Upstreams(
            String name,
            Route route,
            Implementation self,
            ClientLimits clientLimits,
            GuardLimits limits,
            Tolerance tolerance,
            Function<Revision, Runnable> sessions,
            GuardRuntime runtime) {
        this.runtime = runtime;
        this.sessions = sessions;
        this.name = name;
        this.route = route;
        this.self = self;
        this.clientLimits = clientLimits;
        this.limits = limits;
        this.pool = new Pool(this, limits.connectionsPerCaller());
        this.tolerance = tolerance;
        this.breaker = new CircuitBreaker(name, limits.breaker());
        every(MAINTENANCE_PAUSE, () -> pool.sweep(limits.connectionIdle()));
        every(MAINTENANCE_PAUSE, () -> shared.sweep(limits.connectionIdle()));
    }

    /** Runs this again and again on a thread that may block, until the end. */
    void every(Duration pause, Runnable work) {
        maintenance.add(runtime.repeat(pause, work));
    }

    /** Runs what may block on a thread that may. */
    void later(Runnable work) {
        HandlerThreads.runEvenStopped(runtime.threads(), work);
    }

    /** A queue for what one client tells the server behind, with the bounds of what waits for a server that is slow to read. */
    SerialTaskQueue queue() {
        ChannelLimits bounds = clientLimits.queue();
        return new SerialTaskQueue(this::later, bounds.queuedMessages(), bounds.queuedBytes());
    }

    /** Such a queue has no room for a notification. */
    void queueMet() {
        runtime.met(GuardRuntime.UPSTREAM_QUEUE);
        dropped("too many wait for the server to take them (limit: ClientLimits.queue)");
    }

    /** Logs that a notification of a client does not reach the server behind; a client can cause many of these. */
    void dropped(String why) {
        long before = warnings.admit();
        if (before >= 0) {
            LOG.warn("Dropped a notification of a client, and {} more before: upstream={}, {}", before, name, why);
        }
    }

    /** What the guard is, where the server behind does not say what it is. */
    Implementation self() {
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
    String share(Optional<Principal> caller) {
        return route.share(caller);
    }

    /** The connection for a session: one that is shared where the server has no sessions, else one of its own. */
    Lease forSession(RelayClient front) {
        ExecutionContext.checkCanBlock("connect to a server behind the guard");
        String share = share(front.principal());
        Lease known = shared.find(share, upstream -> upstream.isStateless() && !hasSessions(upstream));
        return known == null ? kept(share, open(front, front.revision())) : known;
    }

    /** A connection for one request, which has to be given back. */
    Lease forRequest(RelayClient front, boolean alone) {
        ExecutionContext.checkCanBlock("connect to a server behind the guard");
        String share = share(front.principal());
        Lease known = shared.find(share, Upstream::isStateless);
        if (known != null) {
            return known;
        }
        String principal = front.principal().map(Principal::name).orElse(null);
        Pool.Key key = new Pool.Key(principal, share, front.capabilities().withExtensions(Map.of()));
        Supplier<Lease> pooled = () -> pool.lease(key, front.caller(), alone, () -> kept(share, open(front, null)));
        return attempts.first(key, pooled, () -> {
            Lease made = shared.find(share, Upstream::isStateless);
            return made == null ? pooled.get() : made;
        });
    }

    /** The connection for requests to a server without sessions, when there is one and nobody need wait for it; else null. */
    @Nullable Lease forRequestNow(RelayClient front) {
        return shared.find(share(front.principal()), Upstream::isStatelessNow);
    }

    private static boolean hasSessions(Upstream upstream) {
        return upstream.server().supportedVersions().stream()
                .anyMatch(version ->
                        Revision.of(version).filter(r -> !r.isStateless()).isPresent());
    }

    /** One for a server without sessions is for all who are the same to it. */
    private Lease kept(String share, Upstream opened) {
        try {
            return opened.isStateless() ? shared.keep(share, opened) : new Lease(opened, () -> letGo(opened));
        } catch (RuntimeException | Error e) {
            letGo(opened);
            throw e;
        }
    }

    private Upstream open(RelayClient front, @Nullable Revision first) {
        if (count.incrementAndGet() > limits.connections()) {
            count.decrementAndGet();
            throw runtime.busy(
                    GuardRuntime.CONNECTIONS,
                    "there are " + limits.connections()
                            + " connections to the server behind (limit: GuardLimits.connections); try again later");
        }
        Upstream opened;
        try {
            ClientBuilder builder = McpClient.named(self.name(), self.version())
                    .implementation(front.info().orElse(self))
                    .limits(clientLimits);
            opened = connected(builder, front, first);
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
                Runnable over = sessions.apply(opened.revision());
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

    private Upstream connected(ClientBuilder builder, RelayClient front, @Nullable Revision first) {
        CircuitBreaker.Attempt attempt = breaker.connect();
        try {
            Upstream opened = new Upstream(
                    builder, route.target(front.principal()), front.capabilities(), first, self, breaker, tolerance);
            attempt.succeeded();
            return opened;
        } catch (ServerErrorException | NotSupportedException e) {
            attempt.failed(e);
            throw new Trouble(name).atOpening(e);
        } catch (RuntimeException | Error e) {
            attempt.failed(e);
            throw e;
        }
    }

    /** Closes a connection that nobody needs any more, elsewhere: a process takes its time to end. */
    void letGo(Upstream upstream) {
        if (all.containsKey(upstream)) {
            later(() -> close(upstream));
        }
    }

    /** A caller has its share of the pool, and needs another connection. */
    void shareMet() {
        runtime.met(GuardRuntime.CONNECTIONS_PER_CALLER);
    }

    /** Closes a connection; a process takes its time to end. */
    void close(Upstream upstream) {
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
        maintenance.forEach(RuntimeScheduler.Task::cancel);
        List<Callable<Object>> closing = all.keySet().stream()
                .map(upstream -> Executors.callable(() -> close(upstream)))
                .toList();
        try {
            var unused = runtime.threads().invokeAll(closing, LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
