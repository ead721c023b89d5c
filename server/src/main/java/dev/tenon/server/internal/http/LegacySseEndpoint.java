package dev.tenon.server.internal.http;

import dev.tenon.http.HeaderNames;
import dev.tenon.http.MediaTypes;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.internal.connection.ChannelConnection;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.limit.CallerUsageCounter;
import dev.tenon.server.internal.request.RandomIdGenerator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
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
    private final HttpStreamSupervisor streams;
    private final String path;
    private final String messagePath;
    private final Set<ChannelConnection> connections;
    private final Map<String, SseClient> clients = new ConcurrentHashMap<>();
    private final AtomicInteger streamCount = new AtomicInteger();
    private final CallerUsageCounter usageByCaller = new CallerUsageCounter();

    private record SseClient(LegacySseChannel channel, ChannelConnection connection) {}

    public LegacySseEndpoint(
            ServerComponents core,
            HttpStreamSupervisor streams,
            HttpOptions options,
            Set<ChannelConnection> connections) {
        this.core = core;
        this.streams = streams;
        this.path = Objects.requireNonNull(options.httpSsePath());
        this.messagePath = Objects.requireNonNull(options.httpSseMessagePath());
        this.connections = connections;
    }

    boolean canServe(String requested) {
        return requested.equals(path) || requested.equals(messagePath);
    }

    @Nullable HttpBodyReceiver handleRequestHead(AuthenticatedHttpRequest request) {
        boolean stream = request.head().path().equals(path);
        if (!request.head().method().equals(stream ? "GET" : "POST")) {
            request.sendEmpty(HttpResponses.NOT_ALLOWED, Map.of(HeaderNames.ALLOW, stream ? "GET" : "POST"));
            return null;
        }
        if (!stream) {
            return handlePostHead(request);
        }
        openStream(request);
        return null;
    }

    private void openStream(AuthenticatedHttpRequest request) {
        Limits limits = core.limits();
        String callerKey = request.callerKey();
        LimitType exceeded = acquireStreamOrGetLimit(callerKey, limits);
        if (exceeded != null) {
            rejectBusy(request, core.counters().countAndCreateSessionError(exceeded, limits));
            return;
        }
        String id = RandomIdGenerator.next();
        BackpressuredStream stream;
        try {
            stream = streams.open(request.responseWriter());
        } catch (RuntimeException | Error e) {
            releaseStream(callerKey);
            throw e;
        }
        LegacySseChannel channel =
                new LegacySseChannel(stream, limits.queue(), core.dispatcher().executor(), request.principal(), () -> {
                    if (clients.remove(id) != null) {
                        releaseStream(callerKey);
                    }
                });
        ChannelConnection connection =
                new ChannelConnection(core, channel, "http+sse", channel::currentPrincipal, callerKey, Duration.ZERO);
        clients.put(id, new SseClient(channel, connection));
        connections.add(connection);
        connection.open();
        byte[] endpoint = (messagePath + "?" + PARAMETER + id).getBytes(StandardCharsets.US_ASCII);
        stream.enqueueEvenIfFull(SseWriter.write(SseEvent.of(endpoint).withName("endpoint")));
        request.responseWriter().onDisconnected(channel::onStreamClosed);
    }

    private static void rejectBusy(AuthenticatedHttpRequest request, RpcException busy) {
        HttpResponses.sendError(request.responseWriter(), HttpResponses.BUSY, busy.error(), null);
    }

    /** Counts a stream, or returns the limit that is reached. */
    private @Nullable LimitType acquireStreamOrGetLimit(String callerKey, Limits limits) {
        if (!usageByCaller.tryAcquire(callerKey, 1, limits.sessionsPerCaller())) {
            return LimitType.SESSIONS_PER_CALLER;
        }
        if (streamCount.incrementAndGet() > limits.sessions()) {
            releaseStream(callerKey);
            return LimitType.SESSIONS;
        }
        return null;
    }

    private void releaseStream(String callerKey) {
        streamCount.decrementAndGet();
        usageByCaller.release(callerKey, 1);
    }

    private @Nullable HttpBodyReceiver handlePostHead(AuthenticatedHttpRequest request) {
        String query = request.head().query();
        SseClient client =
                query == null || !query.startsWith(PARAMETER) ? null : clients.get(query.substring(PARAMETER.length()));
        if (client == null || !client.channel().isOwnedBy(request.principal())) {
            request.rejectUnobserved(HttpResponses.NOT_FOUND, "sessionId: no such stream; open one with GET " + path);
            return null;
        }
        if (!MediaTypes.isJson(request.headerValues(HeaderNames.CONTENT_TYPE))) {
            request.rejectUnobserved(HttpResponses.WRONG_TYPE, "Content-Type: must be application/json in UTF-8");
            return null;
        }
        return PostBodyReceiver.createUnlessTooLarge(
                core.messageReader(), request, body -> acceptOrRejectMessage(body, request, client));
    }

    /**
     * Receives a message for a channel. An invalid message gets an HTTP error; a valid one gets status 202 and is
     * delivered to the channel.
     */
    private void acceptOrRejectMessage(byte[] body, AuthenticatedHttpRequest request, SseClient client) {
        LegacySseChannel channel = client.channel();
        if (!channel.hasPostCapacity(body.length)) {
            String problem = "too many messages are queued because the stream is not read (limit: queue); read it and"
                    + " try again";
            rejectBusy(request, core.counters().countAndCreateBusyError(LimitType.QUEUE, problem));
            return;
        }
        MessageReadResult inbound = core.messageReader().read(body);
        Runnable delivery = () -> client.connection().onMessage(body, inbound);
        if (inbound instanceof MessageReadResult.InvalidMessage invalid) {
            HttpResponses.sendError(request.responseWriter(), HttpResponses.BAD_REQUEST, invalid.error(), invalid.id());
        } else if (inbound instanceof MessageReadResult.MalformedResponse malformed) {
            channel.deliverOrQueue(body, request.principal(), delivery);
            request.rejectUnobserved(HttpResponses.BAD_REQUEST, "broken response: " + malformed.problem());
        } else {
            request.sendEmpty(HttpResponses.ACCEPTED);
            channel.deliverOrQueue(body, request.principal(), delivery);
        }
    }
}
