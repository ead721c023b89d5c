package dev.tenon.server.internal;

import dev.tenon.concurrent.Polling;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.Caching;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.Bound;
import dev.tenon.server.HttpEndpoint;
import dev.tenon.server.HttpOptions;
import dev.tenon.server.Limits;
import dev.tenon.server.Observer;
import dev.tenon.server.Principal;
import dev.tenon.server.Relay;
import dev.tenon.server.ServerConnection;
import dev.tenon.server.ServerStatus;
import dev.tenon.server.StateKeys;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryBudget;
import dev.tenon.wire.Classifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A server at work: builds the parts, ties them together, decides what has outlived its time, and shuts down. */
public final class Engine {
    private static final Duration REQUESTS_EVERY = Duration.ofMillis(100);
    private static final Duration REST_EVERY = Duration.ofSeconds(1);
    /** How long connections may take to close once the grace is over. */
    private static final Duration FAREWELL = Duration.ofMillis(250);

    private final Offer offer;
    private final Core core;
    private final Runs runs;
    private final Hub hub;
    private final Sessions sessions;
    private final ExecutorService handlers = HandlerThreads.create();
    private final RuntimeScheduler timer = new RuntimeScheduler("tenon-server-timer");
    private final List<Streams> streams = new CopyOnWriteArrayList<>();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closing = new AtomicBoolean();

    public Engine(ServerSettings settings) {
        Limits limits = settings.limits();
        Observer observer = Observers.withLog(settings.observers());
        BoundCounters counters = new BoundCounters();
        runs = new Runs(limits.requestsPerProcess(), new MemoryBudget(limits.requestBytes()), counters);
        hub = new Hub(limits, counters, this::needsOfResource, handlers);
        offer = new Offer(settings, hub);
        ClientBound clientBound = new ClientBound(limits.clientBytes(), counters);
        sessions = new Sessions(hub, limits, counters);
        Wires wires = new Wires(settings.revisions(), settings.info());
        StateSeal seal = new StateSeal(settings.keys(), limits, Clock.systemUTC());
        MethodTable operations = operations(settings);
        Kernel kernel = new Kernel(operations, seal, runs, handlers, observer, settings);
        core = new Core(
                limits,
                new MessageReader(
                        limits.json(), limits.batchMessages(), settings.tolerance(), () -> counters.met(Bound.MESSAGE)),
                new Classifier(settings.revisions(), settings.tolerance()),
                wires,
                new Handshake(wires, offer, settings.relay(), limits.askTime(), sessions, clientBound),
                kernel,
                new Notices(observer, settings.tolerance()),
                sessions,
                hub,
                observer,
                new LongAdder(),
                counters,
                clientBound,
                new EventBudget(limits.eventBytes(), counters),
                settings.tolerance());
        timer.scheduleRepeating(REQUESTS_EVERY, () -> kernel.sweep(handlers::execute));
        timer.scheduleRepeating(REST_EVERY, this::sweep);
    }

    private Set<String> needsOfResource(String uri) {
        return offer.needsOfResource(uri);
    }

    private MethodTable operations(ServerSettings settings) {
        Relay relay = settings.relay();
        return relay != null
                ? new RelayOperations(relay, hub, settings.revisions(), settings.tolerance(), new KnownHeaders())
                : new Operations(
                        offer,
                        new Cursors(settings.keys()),
                        hub,
                        settings.revisions(),
                        settings.limits().pageSize(),
                        settings.listCaching());
    }

    /** Decides what is due. What may take time, and what runs code of others, runs on the handler threads. */
    private void sweep() {
        connections.removeIf(Connection::isClosed);
        Instant now = Instant.now();
        sessions.sweep(handlers::execute);
        List<Runnable> ofStreams = new ArrayList<>();
        streams.forEach(open -> open.sweep(ofStreams::add));
        if (!ofStreams.isEmpty()) {
            handlers.execute(() -> ofStreams.forEach(Runnable::run));
        }
        hub.sweep(now, handlers::execute);
        connections.stream()
                .filter(connection -> connection.isExpired(now))
                .forEach(connection -> handlers.execute(connection::close));
    }

    public Limits limits() {
        return core.limits();
    }

    /** The bounds of a channel to this server. */
    public ChannelLimits channelLimits() {
        Limits.Queue queue = limits().queue();
        return new ChannelLimits(limits().json().bytes(), queue.messages(), queue.bytes(), queue.time());
    }

    /** What is offered, to be changed while the server runs. */
    public Offer offer() {
        return offer;
    }

    public void resourceUpdated(String uri) {
        hub.resourceUpdated(uri);
    }

    /** Serves a client on a channel; without a principal it is a caller of its own. */
    public ServerConnection connect(Channel channel, String transport, @Nullable Principal principal, Duration drain) {
        String share = principal == null ? RandomIds.next() : Callers.of(principal);
        return connectAdmitted(channel, transport, new HttpEndpoint.Caller(principal, share), drain);
    }

    /** Serves a client on a channel. */
    public ServerConnection connectAdmitted(
            Channel channel, String transport, HttpEndpoint.Caller caller, Duration drain) {
        checkOpen();
        Connection connection = new Connection(core, channel, transport, caller::principal, caller.share(), drain);
        connections.add(connection);
        connection.open();
        return connection;
    }

    /** Serves clients over HTTP. */
    public HttpEndpoint http(HttpOptions options) {
        checkOpen();
        Streams open = new Streams(channelLimits(), options.keepAlive(), core.counters());
        streams.add(open);
        String path = options.httpSsePath();
        String messagePath = options.httpSseMessagePath();
        HttpSse sse =
                path == null || messagePath == null ? null : new HttpSse(core, open, path, messagePath, connections);
        return new Endpoint(core, handlers, timer, options, open, sse);
    }

    private void checkOpen() {
        if (closing.get()) {
            throw new IllegalStateException("This server is closed");
        }
    }

    public ServerStatus status() {
        int open = streams.stream().mapToInt(Streams::size).sum();
        return new ServerStatus(
                sessions.size(),
                runs.size(),
                runs.bytes(),
                hub.subscriptions(),
                open,
                core.dropped().sum(),
                core.counters().all());
    }

    /** Shuts down; see {@code McpServer.close}. */
    public void close(Duration grace) {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        long deadline = System.nanoTime() + grace.toNanos();
        core.kernel().stop();
        runs.awaitNone(grace);
        // First those that end properly: one that was acknowledged just now still stands among the others.
        hub.close();
        core.kernel().cutOff();
        Duration left = Duration.ofNanos(Math.max(deadline - System.nanoTime(), FAREWELL.toNanos()));
        closeAll(left);
        streams.forEach(Streams::end);
        timer.close();
        HandlerThreads.stop(handlers);
    }

    /** Ends sessions and connections all at once, as each may take a while. */
    private void closeAll(Duration longest) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        sessions.forEach(session -> all.add(CompletableFuture.runAsync(() -> sessions.end(session), handlers)));
        connections.forEach(connection -> all.add(CompletableFuture.runAsync(connection::close, handlers)));
        Polling.await(() -> all.stream().allMatch(CompletableFuture::isDone), longest);
    }
}
