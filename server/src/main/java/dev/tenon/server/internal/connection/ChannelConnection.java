package dev.tenon.server.internal.connection;

import static dev.tenon.jsonrpc.ErrorCode.INVALID_REQUEST;

import dev.tenon.codec.MessageRoute;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import dev.tenon.server.ConnectionHandle;
import dev.tenon.server.LimitType;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.connection.InboundMessageDispatcher.MessageOrigin;
import dev.tenon.server.internal.error.FailureMapper;
import dev.tenon.server.internal.request.PreOpenBuffer;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.SessionRequestRegistry;
import dev.tenon.server.internal.request.SessionSink;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one client over a channel. The client can use stateless and handshake revisions at the same time: a
 * request with the {@code _meta} of 2026-07-28 is independent, and all other messages belong to the single session that
 * {@code initialize} opens.
 */
public final class ChannelConnection
        implements DuplexChannel.MessageReceiver, ResponseSink, SessionSink, ConnectionHandle {
    private final ServerComponents core;
    private final InboundMessageDispatcher dispatcher;
    private final DuplexChannel channel;
    private final String transport;
    private final Supplier<@Nullable CallerPrincipal> principal;
    private final String callerKey;
    private final Duration drainTimeout;
    private final SessionRequestRegistry inFlight;
    /** Messages that arrive while a forwarder opens the session. */
    private final PreOpenBuffer<byte[]> initializeBuffer;

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable ServerSession session;
    private volatile boolean closing;

    /**
     * Creates a connection that is not open yet.
     *
     * @param principal returns the sender of the message that is being processed
     * @param callerKey the key under which the limits per caller are counted
     * @param drainTimeout how long requests in flight may still complete after the client has closed its output, like a
     *     pipe does
     */
    public ChannelConnection(
            ServerComponents core,
            DuplexChannel channel,
            String transport,
            Supplier<@Nullable CallerPrincipal> principal,
            String callerKey,
            Duration drainTimeout) {
        this.core = core;
        this.dispatcher = new InboundMessageDispatcher(core);
        this.channel = channel;
        this.transport = transport;
        this.principal = principal;
        this.callerKey = callerKey;
        this.drainTimeout = drainTimeout;
        this.inFlight = core.createSessionRequestRegistry();
        this.initializeBuffer = new PreOpenBuffer<>(core.limits().requestsPerSession());
    }

    public void open() {
        channel.open(this);
    }

    @Override
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    /** Returns whether the credentials that opened the connection, or the latest ones on it, have expired. */
    public boolean hasExpiredCredentials(Instant now) {
        CallerPrincipal latest = principal.get();
        return latest != null && latest.isExpired(now);
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
            handleMessage(bytes);
        }
    }

    /** Receives a message that is already parsed. */
    public void onMessage(byte[] bytes, MessageReadResult parsed) {
        if (!initializeBuffer.tryBuffer(bytes)) {
            handleMessage(parsed);
        }
    }

    private void handleMessage(byte[] bytes) {
        handleMessage(core.messageReader().read(bytes));
    }

    private void handleMessage(MessageReadResult inbound) {
        if (inbound instanceof MessageReadResult.MessageBatch batch) {
            handleBatch(batch);
        } else {
            dispatch(inbound, this);
        }
    }

    @Override
    public void onOversizedMessage() {
        dispatcher.reject(core.messageReader().rejectOversized(), messageOrigin(principal.get()), this);
    }

    @Override
    public void onSlowPeer() {
        core.counters().increment(LimitType.QUEUE);
    }

    @Override
    public void onClosed() {
        if (!drainTimeout.isZero()) {
            // Waits until a session that is being opened is open, so that piped input is still processed.
            initializeBuffer.awaitDrained(core.limits().requestTimeout());
        }
        closing = true;
        if (!drainTimeout.isZero()) {
            inFlight.counter().awaitAllResponsesSent(drainTimeout);
        }
        inFlight.cancelAllAndClose();
        ServerSession current = session;
        if (current != null) {
            core.sessions().end(current);
        }
        closed.countDown();
    }

    private boolean writesNullIdWhenUnreadable() {
        ServerSession current = session;
        return current != null && current.codec().revision().writesNullIdWhenUnreadable();
    }

    private void dispatch(MessageReadResult inbound, ResponseSink sink) {
        ServerSession current = session;
        CallerPrincipal currentPrincipal = principal.get();
        MessageOrigin origin = messageOrigin(currentPrincipal);
        if (current != null) {
            current.updatePrincipal(currentPrincipal);
        }
        if (inbound instanceof MessageReadResult.ValidMessage valid && valid.message() instanceof Request request) {
            dispatchRequest(request, current, origin, sink);
        } else {
            dispatcher.dispatchNonRequest(inbound, current, origin, sink);
        }
    }

    private MessageOrigin messageOrigin(@Nullable CallerPrincipal currentPrincipal) {
        return new MessageOrigin(transport, () -> null, callerKey, currentPrincipal, Set.of(), inFlight, null);
    }

    private void reject(RpcError error, @Nullable RequestId id, ResponseSink sink) {
        dispatcher.reject(new MessageReadResult.InvalidMessage(error, id), messageOrigin(principal.get()), sink);
    }

    private void dispatchRequest(
            Request request, @Nullable ServerSession current, MessageOrigin origin, ResponseSink sink) {
        MessageRoute route =
                core.messageClassifier().classifyOnConnection(request, current == null ? null : current.id());
        if (route instanceof MessageRoute.RejectedMessage rejected) {
            reject(rejected.error(), request.id(), sink);
        } else if (route instanceof MessageRoute.InitializeRequest) {
            startInitialize(request, origin.principal(), sink);
        } else if (route instanceof MessageRoute.StatelessRequest stateless) {
            try {
                dispatcher.dispatchStateless(request, stateless.revision(), origin, sink);
            } catch (RpcException e) {
                reject(e.error(), request.id(), sink);
            }
        } else if (current != null) {
            dispatcher.dispatch(new MessageReadResult.ValidMessage(request), current, origin, sink);
        } else {
            // Without a session, the classifier lets only a ping pass, which is allowed before initialize.
            sink.sendResponse(new Response.Success(request.id(), Json.EMPTY_OBJECT));
        }
    }

    private void startInitialize(Request request, @Nullable CallerPrincipal currentPrincipal, ResponseSink sink) {
        if (!core.sessionInitializer().canBlock()) {
            initialize(request, currentPrincipal, sink);
            return;
        }
        initializeBuffer.startBuffering();
        try {
            core.dispatcher().executeBlockingOrThrowBusy(() -> {
                try {
                    initialize(request, currentPrincipal, sink);
                } finally {
                    initializeBuffer.drainTo(this::handleMessage);
                }
            });
        } catch (RpcException e) {
            initializeBuffer.drainTo(this::handleMessage);
            rejectInitialize(request, sink, e);
        }
    }

    private void initialize(Request request, @Nullable CallerPrincipal currentPrincipal, ResponseSink sink) {
        SessionInitializer.OpenedSession opened;
        try {
            if (session != null) {
                throw new RpcException(INVALID_REQUEST, "Invalid request: this connection is already initialized");
            }
            SessionInitializer initializer = core.sessionInitializer();
            opened = initializer.openSession(
                    request,
                    currentPrincipal,
                    callerKey,
                    (codec, owner) -> core.createSession(codec, owner, inFlight, this));
        } catch (Throwable failure) {
            rejectInitialize(request, sink, failure);
            return;
        }
        session = opened.session();
        if (closing) {
            core.sessions().end(opened.session());
        }
        sink.sendResponse(opened.response());
        opened.session().markOpened();
    }

    private void rejectInitialize(Request request, ResponseSink sink, Throwable failure) {
        reject(FailureMapper.mapAndLogUnexpected(failure, request.method()).error(), request.id(), sink);
        FatalErrors.rethrowIfFatal(failure);
    }

    private void handleBatch(MessageReadResult.MessageBatch batch) {
        ServerSession current = session;
        RpcError error = BatchResponseCollector.findError(
                batch, current == null ? null : current.codec().revision());
        if (error != null) {
            reject(error, null, this);
            return;
        }
        Revision revision = Objects.requireNonNull(current).codec().revision();
        BatchResponseCollector collector = new BatchResponseCollector(batch, this, revision, this::enqueue);
        batch.messages().forEach(part -> dispatch(part, collector));
    }

    @Override
    public void send(JsonRpcMessage message) {
        try {
            channel.send(MessageWriter.write(message, writesNullIdWhenUnreadable()));
        } catch (ChannelClosedException e) {
            // The client has disconnected.
        }
    }

    @Override
    public boolean trySendNotification(Notification notification) {
        try {
            return channel.trySend(MessageWriter.write(notification));
        } catch (ChannelClosedException e) {
            // The client has disconnected: there is nothing to wait for.
            return true;
        }
    }

    @Override
    public boolean trySend(Notification notification) {
        return trySendNotification(notification);
    }

    @Override
    public void sendResponse(Response response) {
        enqueue(MessageWriter.write(response, writesNullIdWhenUnreadable()));
    }

    @Override
    public void enqueue(JsonRpcMessage message) {
        enqueue(MessageWriter.write(message));
    }

    private void enqueue(byte[] message) {
        try {
            channel.enqueueEvenIfFull(message);
        } catch (ChannelClosedException e) {
            // The client has disconnected.
        }
    }

    @Override
    public void abandon() {
        // On a connection, a cancelled request gets no response.
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
