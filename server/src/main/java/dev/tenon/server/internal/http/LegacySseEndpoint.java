package dev.tenon.server.internal.http;

import dev.tenon.http.MediaTypes;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.internal.connection.ChannelConnection;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.limit.CallerUsageCounter;
import dev.tenon.server.internal.request.RandomIdGenerator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP+SSE transport of 2024-11-05: a GET opens the stream, whose first event contains the URL for POST, and all
 * messages of the server are sent on the stream. Deprecated, and off by default.
 */
public final class LegacySseEndpoint {
    private static final String PARAMETER = "sessionId=";

    private final ServerComponents core;
    private final HttpStreamRegistry streams;
    private final String path;
    private final String messagePath;
    private final Set<ChannelConnection> connections;
    private final Map<String, SseClient> clients = new ConcurrentHashMap<>();
    private final AtomicInteger streamCount = new AtomicInteger();
    private final CallerUsageCounter usageByCaller = new CallerUsageCounter();

    private record SseClient(LegacySseChannel channel, ChannelConnection connection) {}

    public LegacySseEndpoint(
            ServerComponents core,
            HttpStreamRegistry streams,
            String path,
            String messagePath,
            Set<ChannelConnection> connections) {
        this.core = core;
        this.streams = streams;
        this.path = path;
        this.messagePath = messagePath;
        this.connections = connections;
    }

    boolean canServe(String requested) {
        return requested.equals(path) || requested.equals(messagePath);
    }

    @Nullable HttpBodyReceiver handleRequestHead(AuthenticatedHttpRequest context) {
        boolean stream = context.head().path().equals(path);
        if (!context.head().method().equals(stream ? "GET" : "POST")) {
            HttpResponses.sendEmpty(
                    context.responseWriter(), HttpResponses.NOT_ALLOWED, Map.of("Allow", stream ? "GET" : "POST"));
            return null;
        }
        return stream ? openStream(context) : handlePostHead(context);
    }

    private @Nullable HttpBodyReceiver openStream(AuthenticatedHttpRequest context) {
        Limits limits = core.limits();
        String callerKey = context.callerKey();
        LimitType exceeded = accept(callerKey, limits);
        if (exceeded != null) {
            RpcError error =
                    core.counters().countAndCreateSessionError(exceeded, limits).error();
            HttpResponses.sendError(context.responseWriter(), 429, error, null);
            return null;
        }
        String id = RandomIdGenerator.next();
        BackpressuredStream stream = streams.open(context.responseWriter());
        LegacySseChannel channel =
                new LegacySseChannel(stream, limits.queue(), core.dispatcher().executor(), context.principal(), () -> {
                    if (clients.remove(id) != null) {
                        release(callerKey);
                    }
                });
        ChannelConnection connection =
                new ChannelConnection(core, channel, "http+sse", channel::currentPrincipal, callerKey, Duration.ZERO);
        clients.put(id, new SseClient(channel, connection));
        connections.add(connection);
        connection.open();
        byte[] endpoint = (messagePath + "?" + PARAMETER + id).getBytes(StandardCharsets.US_ASCII);
        stream.enqueue(SseWriter.write(SseEvent.of(endpoint).withName("endpoint")));
        context.responseWriter().onDisconnected(channel::onStreamClosed);
        return null;
    }

    /** Counts a stream, or returns the limit that is reached. */
    private @Nullable LimitType accept(String callerKey, Limits limits) {
        if (!usageByCaller.tryAcquire(callerKey, 1, limits.sessionsPerCaller())) {
            return LimitType.SESSIONS_PER_CALLER;
        }
        if (streamCount.incrementAndGet() > limits.sessions()) {
            release(callerKey);
            return LimitType.SESSIONS;
        }
        return null;
    }

    private void release(String callerKey) {
        streamCount.decrementAndGet();
        usageByCaller.release(callerKey, 1);
    }

    private @Nullable HttpBodyReceiver handlePostHead(AuthenticatedHttpRequest context) {
        String query = context.head().query();
        SseClient client =
                query == null || !query.startsWith(PARAMETER) ? null : clients.get(query.substring(PARAMETER.length()));
        if (client == null || !client.channel().isOwnedBy(context.principal())) {
            HttpResponses.sendRejection(
                    context.responseWriter(),
                    HttpResponses.NOT_FOUND,
                    "sessionId: no such stream; open one with GET " + path);
            return null;
        }
        if (!MediaTypes.isJson(context.head().headers().allValues("Content-Type"))) {
            HttpResponses.sendRejection(
                    context.responseWriter(),
                    HttpResponses.WRONG_TYPE,
                    "Content-Type: must be application/json in UTF-8");
            return null;
        }
        return PostBodyReceiver.createUnlessTooLarge(
                core.messageReader(), context, body -> accept(body, context, client));
    }

    /**
     * Receives a message for a channel. An invalid message gets an HTTP error; a valid one gets status 202 and is
     * delivered to the channel.
     */
    private void accept(byte[] body, AuthenticatedHttpRequest context, SseClient client) {
        LegacySseChannel channel = client.channel();
        if (!channel.hasPostCapacity(body.length)) {
            RpcError error = core.counters()
                    .countAndCreateBusyError(
                            LimitType.QUEUE,
                            "too many messages are queued because the stream is not read (limit: queue); read it and"
                                    + " try again")
                    .error();
            HttpResponses.sendError(context.responseWriter(), 429, error, null);
            return;
        }
        MessageReadResult inbound = core.messageReader().read(body);
        Runnable delivery = () -> client.connection().onMessage(body, inbound);
        if (inbound instanceof MessageReadResult.InvalidMessage invalid) {
            HttpResponses.sendError(context.responseWriter(), HttpResponses.BAD_REQUEST, invalid.error(), invalid.id());
        } else if (inbound instanceof MessageReadResult.MalformedResponse malformed) {
            channel.receive(body, context.principal(), delivery);
            HttpResponses.sendRejection(
                    context.responseWriter(), HttpResponses.BAD_REQUEST, "broken response: " + malformed.problem());
        } else {
            HttpResponses.sendEmpty(context.responseWriter(), HttpResponses.ACCEPTED);
            channel.receive(body, context.principal(), delivery);
        }
    }
}
