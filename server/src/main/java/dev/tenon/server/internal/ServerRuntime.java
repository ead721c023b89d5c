package dev.tenon.server.internal;

import dev.tenon.codec.MessageClassifier;
import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.ConditionPoller;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.server.ConnectionHandle;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.ServerStatus;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.internal.connection.ChannelConnection;
import dev.tenon.server.internal.connection.CodecRegistry;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.connection.SessionInitializer;
import dev.tenon.server.internal.connection.SessionRegistry;
import dev.tenon.server.internal.dispatch.ClientNotificationHandler;
import dev.tenon.server.internal.dispatch.McpRequestDispatcher;
import dev.tenon.server.internal.dispatch.MethodRegistry;
import dev.tenon.server.internal.feature.FeatureRegistry;
import dev.tenon.server.internal.feature.ServerMethodRegistry;
import dev.tenon.server.internal.forwarder.ForwardingMethodRegistry;
import dev.tenon.server.internal.forwarder.ForwardingMethodRegistry.ToolHeaderCache;
import dev.tenon.server.internal.http.CallerKeyResolver;
import dev.tenon.server.internal.http.HttpStreamSupervisor;
import dev.tenon.server.internal.http.LegacySseEndpoint;
import dev.tenon.server.internal.http.McpHttpEndpoint;
import dev.tenon.server.internal.limit.ClientInfoSizeValidator;
import dev.tenon.server.internal.limit.EventMemoryBudget;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.observer.CompositeObserver;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RandomIdGenerator;
import dev.tenon.server.internal.request.RunningRequestRegistry;
import dev.tenon.server.internal.request.ServerSettings;
import dev.tenon.server.observer.ServerObserver;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The runtime of a server: creates and connects its components, expires stale sessions and streams, and shuts down. */
public final class ServerRuntime {
    private static final Duration REQUEST_CHECK_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAINTENANCE_INTERVAL = Duration.ofSeconds(1);
    /** Minimum time that connections have to close after the grace period has expired. */
    private static final Duration MIN_CLOSE_TIMEOUT = Duration.ofMillis(250);

    private final FeatureRegistry features;
    private final ServerComponents core;
    private final RunningRequestRegistry activeRequests;
    private final ChangeBroadcaster changeBroadcaster;
    private final SessionRegistry sessions;
    private final ExecutorService handlers = HandlerExecutors.create();
    private final RuntimeScheduler timer = new RuntimeScheduler("tenon-server-timer");
    private final List<HttpStreamSupervisor> streams = new CopyOnWriteArrayList<>();
    private final Set<ChannelConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closing = new AtomicBoolean();

    public ServerRuntime(ServerSettings settings) {
        Limits limits = settings.limits();
        ServerObserver observer = CompositeObserver.withLogging(settings.observers());
        LimitHitCounters counters = new LimitHitCounters();
        activeRequests = new RunningRequestRegistry(
                limits.requestsPerProcess(), new MemoryBudget(limits.requestBytes()), counters);
        changeBroadcaster =
                new ChangeBroadcaster(limits, counters, uri -> features().requiredScopesOfResource(uri), handlers);
        features = FeatureRegistry.createEmpty(settings, changeBroadcaster);
        ClientInfoSizeValidator clientInfoValidator = new ClientInfoSizeValidator(limits.clientInfoBytes(), counters);
        sessions = new SessionRegistry(changeBroadcaster, limits, counters);
        CodecRegistry codecs = new CodecRegistry(settings.revisions(), settings.info());
        McpRequestDispatcher dispatcher =
                new McpRequestDispatcher(createMethodRegistry(settings), activeRequests, handlers, observer, settings);
        Runnable onLimitExceeded = () -> counters.increment(LimitType.MESSAGE);
        MessageReader messageReader =
                new MessageReader(limits.json(), limits.batchMessages(), settings.leniency(), onLimitExceeded);
        core = new ServerComponents(
                limits,
                messageReader,
                new MessageClassifier(settings.revisions(), settings.leniency()),
                codecs,
                new SessionInitializer(codecs, features, sessions, clientInfoValidator),
                dispatcher,
                new ClientNotificationHandler(observer, settings.leniency()),
                sessions,
                changeBroadcaster,
                observer,
                new LongAdder(),
                counters,
                clientInfoValidator,
                new EventMemoryBudget(limits.replayBytes(), counters),
                settings.leniency());
        timer.scheduleRepeating(REQUEST_CHECK_INTERVAL, () -> dispatcher.expireOverdue(handlers::execute));
        timer.scheduleRepeating(MAINTENANCE_INTERVAL, this::expireSessionsAndStreams);
    }

    private MethodRegistry createMethodRegistry(ServerSettings settings) {
        return settings.forwarder() != null
                ? new ForwardingMethodRegistry(settings.forwarder(), changeBroadcaster, settings, new ToolHeaderCache())
                : new ServerMethodRegistry(features, changeBroadcaster);
    }

    /**
     * Maintains connections, sessions and streams, on the timer thread. Drops closed connections, ends idle sessions,
     * evicts stale events, sends keep-alive comments, disconnects clients that do not read, and ends streams and closes
     * connections whose credentials have expired. Work that can block or runs application code is passed to the handler
     * threads.
     */
    private void expireSessionsAndStreams() {
        connections.removeIf(ChannelConnection::isClosed);
        Instant now = Instant.now();
        sessions.expireIdleSessionsAndEvents(handlers::execute);
        List<Runnable> streamTasks = new ArrayList<>();
        streams.forEach(open -> open.sendKeepAlivesAndExpire(streamTasks::add));
        if (!streamTasks.isEmpty()) {
            handlers.execute(() -> streamTasks.forEach(Runnable::run));
        }
        changeBroadcaster.expireStreams(now, handlers::execute);
        connections.stream()
                .filter(connection -> connection.hasExpiredCredentials(now))
                .forEach(connection -> handlers.execute(connection::close));
    }

    public Limits limits() {
        return core.limits();
    }

    /** Returns the limits of a channel to this server. */
    public ChannelLimits channelLimits() {
        Limits.QueueLimits queue = limits().queue();
        return new ChannelLimits(limits().json().bytes(), queue.messages(), queue.bytes(), queue.writeTimeout());
    }

    /** Returns the features, which can change while the server runs. */
    public FeatureRegistry features() {
        return features;
    }

    public void notifyResourceUpdated(String uri) {
        changeBroadcaster.notifyResourceUpdated(uri);
    }

    /** Serves a client on a channel. Without a principal, each connection counts as a separate caller. */
    public ConnectionHandle connect(
            DuplexChannel channel, String transport, @Nullable CallerPrincipal principal, Duration drainTimeout) {
        String callerKey = principal == null ? RandomIdGenerator.next() : CallerKeyResolver.keyOf(principal);
        return connectAuthorized(channel, transport, new HttpEndpoint.HttpCaller(principal, callerKey), drainTimeout);
    }

    /** Serves a client on a channel. */
    public ConnectionHandle connectAuthorized(
            DuplexChannel channel, String transport, HttpEndpoint.HttpCaller caller, Duration drainTimeout) {
        checkOpen();
        ChannelConnection connection =
                new ChannelConnection(core, channel, transport, caller::principal, caller.callerKey(), drainTimeout);
        connections.add(connection);
        connection.open();
        return connection;
    }

    /** Serves clients over HTTP. */
    public HttpEndpoint createHttpEndpoint(HttpOptions options) {
        checkOpen();
        HttpStreamSupervisor open = new HttpStreamSupervisor(channelLimits(), options.keepAlive(), core.counters());
        streams.add(open);
        LegacySseEndpoint sse =
                options.httpSsePath() == null ? null : new LegacySseEndpoint(core, open, options, connections);
        return new McpHttpEndpoint(core, timer, options, open, sse);
    }

    private void checkOpen() {
        if (closing.get()) {
            throw new IllegalStateException("This server is closed");
        }
    }

    public ServerStatus status() {
        return new ServerStatus(
                sessions.size(),
                activeRequests.counter().runningCount(),
                activeRequests.requestBytes(),
                changeBroadcaster.subscriptionCount(),
                streams.stream().mapToInt(HttpStreamSupervisor::size).sum(),
                core.droppedResponses().sum(),
                core.counters().counts());
    }

    /** Shuts down; see {@code McpServer.close(Duration)}. */
    public void close(Duration grace) {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        long deadline = System.nanoTime() + grace.toNanos();
        core.dispatcher().stopAccepting();
        activeRequests.counter().awaitAllResponsesSent(grace);
        // Streams end first: their requests do not count as running, so they are still registered when the others have
        // completed.
        changeBroadcaster.close();
        core.dispatcher().failRemaining();
        Duration remaining = Duration.ofNanos(Math.max(deadline - System.nanoTime(), MIN_CLOSE_TIMEOUT.toNanos()));
        closeSessionsAndConnections(remaining);
        streams.forEach(HttpStreamSupervisor::endAll);
        timer.close();
        HandlerExecutors.shutDownNowAndAwait(handlers);
    }

    /** Ends sessions and connections in parallel, because each can take a while. */
    private void closeSessionsAndConnections(Duration timeout) {
        List<CompletableFuture<Void>> closings = new ArrayList<>();
        sessions.forEach(session -> closings.add(CompletableFuture.runAsync(() -> sessions.end(session), handlers)));
        connections.forEach(connection -> closings.add(CompletableFuture.runAsync(connection::close, handlers)));
        ConditionPoller.await(() -> closings.stream().allMatch(CompletableFuture::isDone), timeout);
    }
}
