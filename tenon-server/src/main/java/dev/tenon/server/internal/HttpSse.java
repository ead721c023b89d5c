package dev.tenon.server.internal;

import dev.tenon.http.MediaTypes;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.Bound;
import dev.tenon.server.HttpBody;
import dev.tenon.server.Limits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP+SSE transport of 2024-11-05: a GET opens the stream and is told where to POST, everything the server says comes
 * down the stream. Deprecated, and off unless asked for.
 */
final class HttpSse {
    private static final String PARAMETER = "sessionId=";

    private final Core core;
    private final Streams streams;
    private final String path;
    private final String messagePath;
    private final Set<Connection> connections;
    private final Map<String, Client> clients = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final CallerCounts shares = new CallerCounts();

    private record Client(SseChannel channel, Connection connection) {}

    HttpSse(Core core, Streams streams, String path, String messagePath, Set<Connection> connections) {
        this.core = core;
        this.streams = streams;
        this.path = path;
        this.messagePath = messagePath;
        this.connections = connections;
    }

    boolean serves(String requested) {
        return requested.equals(path) || requested.equals(messagePath);
    }

    @Nullable HttpBody begin(Visit visit) {
        boolean stream = visit.head().path().equals(path);
        if (!visit.head().method().equals(stream ? "GET" : "POST")) {
            HttpAnswers.empty(visit.reply(), HttpAnswers.NOT_ALLOWED, Map.of("Allow", stream ? "GET" : "POST"));
            return null;
        }
        return stream ? open(visit) : post(visit);
    }

    private @Nullable HttpBody open(Visit visit) {
        Limits limits = core.limits();
        String caller = visit.caller();
        Bound full = take(caller, limits);
        if (full != null) {
            RpcError busy = core.counters().tooManySessions(full, limits).error();
            HttpAnswers.error(visit.reply(), 429, busy, null);
            return null;
        }
        String id = RandomIds.next();
        BoundedStream stream = streams.open(visit.reply());
        SseChannel channel =
                new SseChannel(stream, limits.queue(), core.kernel().executor(), visit.principal(), () -> {
                    if (clients.remove(id) != null) {
                        give(caller);
                    }
                });
        Connection connection = new Connection(core, channel, "http+sse", channel::caller, caller, Duration.ZERO);
        clients.put(id, new Client(channel, connection));
        connections.add(connection);
        connection.open();
        byte[] endpoint = (messagePath + "?" + PARAMETER + id).getBytes(StandardCharsets.US_ASCII);
        stream.enqueue(SseWriter.write(SseEvent.of(endpoint).withName("endpoint")));
        visit.reply().onClosed(channel::gone);
        return null;
    }

    /** Counts a stream, or returns the bound that is met. */
    private @Nullable Bound take(String caller, Limits limits) {
        if (!shares.tryTake(caller, 1, limits.sessionsPerCaller())) {
            return Bound.SESSIONS_PER_CALLER;
        }
        if (count.incrementAndGet() > limits.sessions()) {
            give(caller);
            return Bound.SESSIONS;
        }
        return null;
    }

    private void give(String caller) {
        count.decrementAndGet();
        shares.giveBack(caller, 1);
    }

    private @Nullable HttpBody post(Visit visit) {
        String query = visit.head().query();
        Client client =
                query == null || !query.startsWith(PARAMETER) ? null : clients.get(query.substring(PARAMETER.length()));
        if (client == null || !client.channel().belongsTo(visit.principal())) {
            HttpAnswers.refusal(
                    visit.reply(), HttpAnswers.NOT_FOUND, "sessionId: no such stream; open one with GET " + path);
            return null;
        }
        if (!MediaTypes.isJson(visit.head().headers().all("Content-Type"))) {
            HttpAnswers.refusal(
                    visit.reply(), HttpAnswers.WRONG_TYPE, "Content-Type: must be application/json in UTF-8");
            return null;
        }
        return MessageBody.of(core.gate(), visit, body -> take(body, visit, client));
    }

    /** A message for a channel. What is no message is answered at once, where its sender looks; the rest goes its way. */
    private void take(byte[] body, Visit visit, Client client) {
        SseChannel channel = client.channel();
        if (!channel.hasRoomFor(body.length)) {
            RpcError busy = core.counters()
                    .busy(
                            Bound.QUEUE,
                            "too many messages wait, as the stream is not read (limit: queue); read it and try again")
                    .error();
            HttpAnswers.error(visit.reply(), 429, busy, null);
            return;
        }
        Inbound inbound = core.gate().read(body);
        Runnable handOn = () -> client.connection().message(body, inbound);
        if (inbound instanceof Inbound.Refused refused) {
            HttpAnswers.error(visit.reply(), HttpAnswers.BAD_REQUEST, refused.error(), refused.id());
        } else if (inbound instanceof Inbound.BrokenResponse broken) {
            channel.receive(body, visit.principal(), handOn);
            HttpAnswers.refusal(visit.reply(), HttpAnswers.BAD_REQUEST, "broken response: " + broken.problem());
        } else {
            HttpAnswers.empty(visit.reply(), HttpAnswers.ACCEPTED);
            channel.receive(body, visit.principal(), handOn);
        }
    }
}
