package dev.tenon.server.internal.connection;

import dev.tenon.codec.MessageRoute;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.ServerConnection;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.error.FailureMapper;
import dev.tenon.server.internal.request.InFlightRequests;
import dev.tenon.server.internal.request.PreOpenBuffer;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.SessionSink;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client at the other end of a channel. It may speak both eras at once: what carries the {@code _meta} of 2026-07-28
 * stands for itself, everything else belongs to the one session that {@code initialize} opens.
 */
public final class ChannelConnection implements DuplexChannel.MessageReceiver, SessionSink, ServerConnection {
    private final ServerComponents core;
    private final InboundMessageDispatcher router;
    private final DuplexChannel channel;
    private final String transport;
    private final Supplier<@Nullable CallerPrincipal> principal;
    private final String callerKey;
    private final Duration drainTimeout;
    private final ChannelResponseSink responseSink;
    private final InFlightRequests inFlight;
    /** What comes while a relay opens the session. */
    private final PreOpenBuffer<byte[]> initializeBuffer;

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable ServerSession session;
    private volatile boolean closing;

    /**
     * A client that is about to speak.
     *
     * @param principal who sent the message that is being taken in
     * @param share the key of the share of sessions, requests and subscriptions that the client takes from
     * @param drain how long requests in flight may still be answered when the client has closed its half, as a pipe
     *     does
     */
    public ChannelConnection(
            ServerComponents core,
            DuplexChannel channel,
            String transport,
            Supplier<@Nullable CallerPrincipal> principal,
            String share,
            Duration drain) {
        this.core = core;
        this.router = new InboundMessageDispatcher(core);
        this.channel = channel;
        this.transport = transport;
        this.principal = principal;
        this.callerKey = share;
        this.drainTimeout = drain;
        this.responseSink = new ChannelResponseSink(channel, this::usesNullId);
        this.inFlight = core.createInFlightRequests();
        this.initializeBuffer = new PreOpenBuffer<>(core.limits().requestsPerSession());
    }

    public void open() {
        channel.open(this);
    }

    @Override
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    /** Whether the credentials by which it was opened, or the last that came on it, have ended. */
    public boolean isExpired(Instant now) {
        CallerPrincipal last = principal.get();
        return last != null && last.isExpired(now);
    }

    public boolean isClosed() {
        return closed.getCount() == 0;
    }

    @Override
    public boolean pausesReadingWhenFull() {
        return true;
    }

    @Override
    public void onMessage(byte[] bytes) {
        if (!initializeBuffer.tryBuffer(bytes)) {
            handle(bytes);
        }
    }

    /** Takes a message that has been parsed. */
    public void onMessage(byte[] bytes, InboundMessage parsed) {
        if (!initializeBuffer.tryBuffer(bytes)) {
            handle(parsed);
        }
    }

    private void handle(byte[] bytes) {
        handle(core.messageReader().read(bytes));
    }

    private void handle(InboundMessage inbound) {
        if (inbound instanceof InboundMessage.MessageBatch batch) {
            handleBatch(batch);
        } else {
            dispatch(inbound, responseSink);
        }
    }

    @Override
    public void onOversizedMessage() {
        reject(core.messageReader().rejectOversized(), responseSink);
    }

    @Override
    public void onSlowPeer() {
        core.counters().count(LimitType.QUEUE);
    }

    @Override
    public void onClosed() {
        if (!drainTimeout.isZero()) {
            // A session that is being opened is opened yet, for what was piped in.
            initializeBuffer.awaitDrained(core.limits().requestTimeout());
        }
        closing = true;
        if (!drainTimeout.isZero()) {
            inFlight.awaitAllResponsesSent(drainTimeout);
        }
        inFlight.cancelAll();
        ServerSession open = session;
        if (open != null) {
            core.sessions().end(open);
        }
        closed.countDown();
    }

    private boolean usesNullId() {
        ServerSession open = session;
        return open != null && open.codec().revision().nullIdWhenUnreadable();
    }

    private void dispatch(InboundMessage inbound, ResponseSink exchange) {
        ServerSession open = session;
        CallerPrincipal caller = principal.get();
        InboundMessageDispatcher.MessageOrigin sender = messageOrigin(caller);
        if (open != null) {
            open.updatePrincipal(caller);
        }
        if (inbound instanceof InboundMessage.ValidMessage accepted && accepted.message() instanceof Request request) {
            dispatchRequest(request, open, sender, exchange);
        } else {
            router.dispatchNonRequest(inbound, open, sender, exchange);
        }
    }

    private InboundMessageDispatcher.MessageOrigin messageOrigin(@Nullable CallerPrincipal caller) {
        return new InboundMessageDispatcher.MessageOrigin(
                transport, () -> null, callerKey, caller, Set.of(), inFlight, null);
    }

    private void reject(InboundMessage.InvalidMessage refused, ResponseSink exchange) {
        router.reject(refused, messageOrigin(principal.get()), exchange);
    }

    private void dispatchRequest(
            Request request,
            @Nullable ServerSession open,
            InboundMessageDispatcher.MessageOrigin sender,
            ResponseSink exchange) {
        MessageRoute route = core.router().classifyOnConnection(request, open == null ? null : open.id());
        if (route instanceof MessageRoute.RejectedMessage rejected) {
            reject(new InboundMessage.InvalidMessage(rejected.error(), request.id()), exchange);
        } else if (route instanceof MessageRoute.InitializeRequest) {
            startInitialize(request, sender.principal(), exchange);
        } else if (route instanceof MessageRoute.StatelessRequest stateless) {
            try {
                router.dispatchStateless(request, stateless.revision(), sender, exchange);
            } catch (RpcException e) {
                reject(new InboundMessage.InvalidMessage(e.error(), request.id()), exchange);
            }
        } else if (open != null) {
            router.dispatch(new InboundMessage.ValidMessage(request), open, sender, exchange);
        } else {
            exchange.sendResponse(new Response.Success(request.id(), Json.EMPTY_OBJECT));
        }
    }

    private void startInitialize(Request request, @Nullable CallerPrincipal caller, ResponseSink exchange) {
        if (!core.sessionInitializer().canBlock()) {
            initialize(request, caller, exchange);
            return;
        }
        initializeBuffer.startBuffering();
        try {
            core.dispatcher().executeBlocking(() -> {
                try {
                    initialize(request, caller, exchange);
                } finally {
                    initializeBuffer.drainTo(this::handle);
                }
            });
        } catch (RpcException e) {
            initializeBuffer.drainTo(this::handle);
            rejectInitialize(request, exchange, e);
        }
    }

    private void initialize(Request request, @Nullable CallerPrincipal caller, ResponseSink exchange) {
        SessionInitializer.OpenedSession opened;
        try {
            if (session != null) {
                throw new RpcException(
                        ErrorCode.INVALID_REQUEST, "Invalid request: this connection is initialized already");
            }
            opened = core.sessionInitializer()
                    .openSession(
                            request,
                            caller,
                            callerKey,
                            (wire, opener) -> core.createSession(wire, opener, inFlight, this));
        } catch (Throwable failure) {
            rejectInitialize(request, exchange, failure);
            return;
        }
        session = opened.session();
        if (closing) {
            core.sessions().end(opened.session());
        }
        exchange.sendResponse(opened.response());
        opened.session().markOpened();
    }

    private void rejectInitialize(Request request, ResponseSink exchange, Throwable failure) {
        reject(
                new InboundMessage.InvalidMessage(
                        FailureMapper.map(failure, request.method()).error(), request.id()),
                exchange);
        FatalErrors.rethrowIfFatal(failure);
    }

    private void handleBatch(InboundMessage.MessageBatch batch) {
        ServerSession open = session;
        RpcError problem = BatchValidator.findError(
                batch, open == null ? null : open.codec().revision());
        if (problem != null) {
            reject(new InboundMessage.InvalidMessage(problem, null), responseSink);
            return;
        }
        BatchResponseCollector reply = new BatchResponseCollector(
                batch, responseSink, Objects.requireNonNull(open).codec().revision(), responseSink::enqueue);
        batch.parts().forEach(part -> dispatch(part, reply.createItemSink()));
    }

    @Override
    public void enqueue(JsonRpcMessage message) {
        responseSink.enqueue(MessageWriter.write(message));
    }

    @Override
    public boolean trySend(Notification notification) {
        return responseSink.trySendNotification(notification);
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
    public boolean hasReader() {
        return !isClosed();
    }

    @Override
    public void close() {
        channel.close();
    }
}
