package dev.tenon.server.internal;

import dev.tenon.concurrent.FatalErrors;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Bound;
import dev.tenon.server.Principal;
import dev.tenon.server.ServerConnection;
import dev.tenon.transport.Channel;
import dev.tenon.wire.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client at the other end of a channel. It may speak both eras at once: what carries the {@code _meta} of 2026-07-28 stands
 * for itself, everything else belongs to the one session that {@code initialize} opens.
 */
final class Connection implements Channel.Receiver, Outlet, ServerConnection {
    private final Core core;
    private final MessageRouter router;
    private final Channel channel;
    private final String transport;
    private final Supplier<@Nullable Principal> principal;
    private final String share;
    private final Duration drain;
    private final ChannelExchange exchange;
    private final InFlight inFlight;
    /** What comes while a relay opens the session. */
    private final HoldQueue<byte[]> holding;

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Session session;
    private volatile boolean ending;

    /**
     * A client that is about to speak.
     *
     * @param principal who sent the message that is being taken in
     * @param share the key of the share of sessions, requests and subscriptions that the client takes from
     * @param drain how long requests in flight may still be answered when the client has closed its half, as a pipe does
     */
    Connection(
            Core core,
            Channel channel,
            String transport,
            Supplier<@Nullable Principal> principal,
            String share,
            Duration drain) {
        this.core = core;
        this.router = new MessageRouter(core);
        this.channel = channel;
        this.transport = transport;
        this.principal = principal;
        this.share = share;
        this.drain = drain;
        this.exchange = new ChannelExchange(channel, this::nullId);
        this.inFlight = core.inFlight();
        this.holding = new HoldQueue<>(core.limits().requestsPerSession());
    }

    void open() {
        channel.open(this);
    }

    @Override
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    /** Whether the credentials by which it was opened, or the last that came on it, have ended. */
    boolean isExpired(Instant now) {
        Principal last = principal.get();
        return last != null && last.isExpired(now);
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    @Override
    public boolean pausesWhenFull() {
        return true;
    }

    @Override
    public void message(byte[] bytes) {
        if (!holding.keeps(bytes)) {
            handle(bytes);
        }
    }

    /** Takes a message that has been parsed. */
    void message(byte[] bytes, Inbound parsed) {
        if (!holding.keeps(bytes)) {
            handle(parsed);
        }
    }

    private void handle(byte[] bytes) {
        handle(core.gate().read(bytes));
    }

    private void handle(Inbound inbound) {
        if (inbound instanceof Inbound.Batch batch) {
            batch(batch);
        } else {
            take(inbound, exchange);
        }
    }

    @Override
    public void tooLarge() {
        refuse(core.gate().tooLarge(), exchange);
    }

    @Override
    public void tooSlow() {
        core.counters().met(Bound.QUEUE);
    }

    @Override
    public void closed() {
        if (!drain.isZero()) {
            // A session that is being opened is opened yet, for what was piped in.
            holding.awaitReleased(core.limits().requestTime());
        }
        ending = true;
        if (!drain.isZero()) {
            inFlight.awaitNone(drain);
        }
        inFlight.cancelAll();
        Session open = session;
        if (open != null) {
            core.sessions().end(open);
        }
        closed.countDown();
    }

    private boolean nullId() {
        Session open = session;
        return open != null && open.wire().revision().nullIdWhenUnreadable();
    }

    private void take(Inbound inbound, Exchange exchange) {
        Session open = session;
        Principal caller = principal.get();
        MessageRouter.Sender sender = sender(caller);
        if (open != null) {
            open.seen(caller);
        }
        if (inbound instanceof Inbound.Accepted accepted && accepted.message() instanceof Request request) {
            route(request, open, sender, exchange);
        } else {
            router.takeWithoutRequest(inbound, open, sender, exchange);
        }
    }

    private MessageRouter.Sender sender(@Nullable Principal caller) {
        return new MessageRouter.Sender(transport, () -> null, share, caller, Set.of(), inFlight, null);
    }

    private void refuse(Inbound.Refused refused, Exchange exchange) {
        router.refuse(refused, sender(principal.get()), exchange);
    }

    private void route(Request request, @Nullable Session open, MessageRouter.Sender sender, Exchange exchange) {
        Route route = core.classifier().connection(request, open == null ? null : open.id());
        if (route instanceof Route.Rejected rejected) {
            refuse(new Inbound.Refused(rejected.error(), request.id()), exchange);
        } else if (route instanceof Route.Opening) {
            opening(request, sender.principal(), exchange);
        } else if (route instanceof Route.Stateless stateless) {
            try {
                router.stateless(request, stateless.revision(), sender, exchange);
            } catch (RpcException e) {
                refuse(new Inbound.Refused(e.error(), request.id()), exchange);
            }
        } else if (open != null) {
            router.take(new Inbound.Accepted(request), open, sender, exchange);
        } else {
            exchange.reply(new Response.Success(request.id(), Json.EMPTY_OBJECT));
        }
    }

    private void opening(Request request, @Nullable Principal caller, Exchange exchange) {
        if (!core.handshake().mayBlock()) {
            initialize(request, caller, exchange);
            return;
        }
        holding.begin();
        try {
            core.kernel().later(() -> {
                try {
                    initialize(request, caller, exchange);
                } finally {
                    holding.release(this::handle);
                }
            });
        } catch (RpcException e) {
            holding.release(this::handle);
            refuseToOpen(request, exchange, e);
        }
    }

    private void initialize(Request request, @Nullable Principal caller, Exchange exchange) {
        Handshake.Opened opened;
        try {
            if (session != null) {
                throw new RpcException(
                        ErrorCode.INVALID_REQUEST, "Invalid request: this connection is initialized already");
            }
            opened = core.handshake()
                    .open(request, caller, share, (wire, opener) -> core.session(wire, opener, inFlight, this));
        } catch (Throwable failure) {
            refuseToOpen(request, exchange, failure);
            return;
        }
        session = opened.session();
        if (ending) {
            core.sessions().end(opened.session());
        }
        exchange.reply(opened.response());
        opened.session().opened();
    }

    private void refuseToOpen(Request request, Exchange exchange, Throwable failure) {
        refuse(new Inbound.Refused(Failures.describe(failure, request.method()).error(), request.id()), exchange);
        FatalErrors.rethrow(failure);
    }

    private void batch(Inbound.Batch batch) {
        Session open = session;
        RpcError problem =
                Batches.problem(batch, open == null ? null : open.wire().revision());
        if (problem != null) {
            refuse(new Inbound.Refused(problem, null), exchange);
            return;
        }
        BatchReply reply = new BatchReply(
                batch, exchange, Objects.requireNonNull(open).wire().revision(), exchange::enqueue);
        batch.parts().forEach(part -> take(part, reply.part()));
    }

    @Override
    public void enqueue(Message message) {
        exchange.enqueue(MessageWriter.write(message));
    }

    @Override
    public boolean trySend(Notification notification) {
        return exchange.tryNotify(notification);
    }

    @Override
    public void onWritable(Runnable action) {
        channel.onWritable(action);
    }

    @Override
    public void disconnect() {
        close();
    }

    @Override
    public boolean isAttended() {
        return !isClosed();
    }

    @Override
    public void close() {
        channel.close();
    }
}
