package dev.tenon.server.internal.http;

import dev.tenon.http.MediaTypes;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.jsonrpc.InboundMessage;
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
 * The HTTP+SSE transport of 2024-11-05: a GET opens the stream and is told where to POST, everything the server says
 * comes down the stream. Deprecated, and off unless asked for.
 */
public final class LegacySseEndpoint {
    private static final String PARAMETER = "sessionId=";

    private final ServerComponents core;
    private final HttpStreamRegistry streams;
    private final String path;
    private final String messagePath;
    private final Set<ChannelConnection> connections;
    private final Map<String, SseClient> clients = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final CallerUsageCounter shares = new CallerUsageCounter();

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

    @Nullable HttpBodyReceiver handleHead(HttpRequestContext visit) {
        boolean stream = visit.head().path().equals(path);
        if (!visit.head().method().equals(stream ? "GET" : "POST")) {
            HttpResponses.sendEmpty(visit.reply(), HttpResponses.NOT_ALLOWED, Map.of("Allow", stream ? "GET" : "POST"));
            return null;
        }
        return stream ? openStream(visit) : handlePostHead(visit);
    }

    private @Nullable HttpBodyReceiver openStream(HttpRequestContext visit) {
        Limits limits = core.limits();
        String caller = visit.callerKey();
        LimitType full = accept(caller, limits);
        if (full != null) {
            RpcError busy = core.counters().countTooManySessions(full, limits).error();
            HttpResponses.sendError(visit.reply(), 429, busy, null);
            return null;
        }
        String id = RandomIdGenerator.next();
        BackpressuredStream stream = streams.open(visit.reply());
        LegacySseChannel channel =
                new LegacySseChannel(stream, limits.queue(), core.dispatcher().executor(), visit.principal(), () -> {
                    if (clients.remove(id) != null) {
                        release(caller);
                    }
                });
        ChannelConnection connection =
                new ChannelConnection(core, channel, "http+sse", channel::currentPrincipal, caller, Duration.ZERO);
        clients.put(id, new SseClient(channel, connection));
        connections.add(connection);
        connection.open();
        byte[] endpoint = (messagePath + "?" + PARAMETER + id).getBytes(StandardCharsets.US_ASCII);
        stream.enqueue(SseWriter.write(SseEvent.of(endpoint).withName("endpoint")));
        visit.reply().onClosed(channel::onStreamClosed);
        return null;
    }

    /** Counts a stream, or returns the bound that is met. */
    private @Nullable LimitType accept(String caller, Limits limits) {
        if (!shares.tryAcquire(caller, 1, limits.sessionsPerCaller())) {
            return LimitType.SESSIONS_PER_CALLER;
        }
        if (count.incrementAndGet() > limits.sessions()) {
            release(caller);
            return LimitType.SESSIONS;
        }
        return null;
    }

    private void release(String caller) {
        count.decrementAndGet();
        shares.release(caller, 1);
    }

    private @Nullable HttpBodyReceiver handlePostHead(HttpRequestContext visit) {
        String query = visit.head().query();
        SseClient client =
                query == null || !query.startsWith(PARAMETER) ? null : clients.get(query.substring(PARAMETER.length()));
        if (client == null || !client.channel().isOwnedBy(visit.principal())) {
            HttpResponses.sendRejection(
                    visit.reply(), HttpResponses.NOT_FOUND, "sessionId: no such stream; open one with GET " + path);
            return null;
        }
        if (!MediaTypes.isJson(visit.head().headers().allValues("Content-Type"))) {
            HttpResponses.sendRejection(
                    visit.reply(), HttpResponses.WRONG_TYPE, "Content-Type: must be application/json in UTF-8");
            return null;
        }
        return PostBodyReceiver.createUnlessTooLarge(core.messageReader(), visit, body -> accept(body, visit, client));
    }

    /**
     * A message for a channel. What is no message is answered at once, where its sender looks; the rest goes its way.
     */
    private void accept(byte[] body, HttpRequestContext visit, SseClient client) {
        LegacySseChannel channel = client.channel();
        if (!channel.hasCapacity(body.length)) {
            RpcError busy = core.counters()
                    .countBusy(
                            LimitType.QUEUE,
                            "too many messages wait, as the stream is not read (limit: queue); read it and try again")
                    .error();
            HttpResponses.sendError(visit.reply(), 429, busy, null);
            return;
        }
        InboundMessage inbound = core.messageReader().read(body);
        Runnable handOn = () -> client.connection().onMessage(body, inbound);
        if (inbound instanceof InboundMessage.InvalidMessage refused) {
            HttpResponses.sendError(visit.reply(), HttpResponses.BAD_REQUEST, refused.error(), refused.id());
        } else if (inbound instanceof InboundMessage.MalformedResponse broken) {
            channel.receive(body, visit.principal(), handOn);
            HttpResponses.sendRejection(
                    visit.reply(), HttpResponses.BAD_REQUEST, "broken response: " + broken.problem());
        } else {
            HttpResponses.sendEmpty(visit.reply(), HttpResponses.ACCEPTED);
            channel.receive(body, visit.principal(), handOn);
        }
    }
}
