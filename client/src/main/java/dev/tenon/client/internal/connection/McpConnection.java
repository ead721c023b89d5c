package dev.tenon.client.internal.connection;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.MessageTracer;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.internal.transport.ClientTransport;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.NoResponseException.FailureReason;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.jsonrpc.internal.PendingCall;
import dev.tenon.jsonrpc.internal.RequestCorrelator;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection to a server: its transport, its pending calls and the messages of the server. */
public final class McpConnection implements ClientTransport.TransportListener, AutoCloseable {
    private static final long CLOSE_REASON_TIMEOUT_MS = 1000;
    private static final String CANCEL_REASON = "The client no longer waits";
    private static final MessageReadResult NO_BATCH = new MessageReadResult.InvalidMessage(
            new RpcError(ErrorCode.INVALID_REQUEST, "an empty batch, or one in a revision without batches"), null);

    private final ClientTransport transport;
    private final ClientContext context;
    private final MessageReader messageReader;
    final LeniencyPolicy leniencyPolicy;
    private final RequestCorrelator correlator;
    private final ServerRequestExecutor serverRequests;
    private final InboundDispatcher inbound;
    /** Requests whose cancellation is not reported to the server. */
    private final Set<RequestId> unannounced = ConcurrentHashMap.newKeySet();

    private final Map<RequestId, Object> owners = new ConcurrentHashMap<>();

    private volatile @Nullable NegotiatedProtocol protocol;
    /** Completed with the reason when the connection ends. */
    private final CompletableFuture<String> closeReason = new CompletableFuture<>();
    /** Whether the transport has reported that no more messages will arrive. */
    private final AtomicBoolean closed = new AtomicBoolean();

    McpConnection(ClientTransport transport, ClientContext context) {
        this.transport = transport;
        this.context = context;
        var handler = context.config().rawHandler();
        this.leniencyPolicy = handler == null ? LeniencyPolicy.NONE : handler.leniencyPolicy();
        this.messageReader =
                new MessageReader(context.limits().json(), context.limits().batchMessages(), leniencyPolicy, () -> {});
        this.correlator = new RequestCorrelator(context.limits().calls(), this::onAbandoned);
        this.serverRequests = new ServerRequestExecutor(this, context);
        this.inbound = new InboundDispatcher(this, context, serverRequests);
    }

    void open() {
        transport.open(this);
    }

    /** Encodes and decodes all further messages with the negotiated protocol. */
    void useProtocol(NegotiatedProtocol negotiated) {
        protocol = negotiated;
        transport.setRevision(negotiated.revision());
    }

    /** Returns the negotiated protocol; only after {@link #useProtocol}. */
    public NegotiatedProtocol protocol() {
        return Objects.requireNonNull(protocol);
    }

    @Nullable public NegotiatedProtocol protocolOrNull() {
        return protocol;
    }

    public boolean isHttp() {
        return transport.isHttp();
    }

    /** Returns whether headers mirror parts of each message: over HTTP under 2026-07-28. */
    public boolean needsMirroredHeaders() {
        return isHttp() && protocol().isStateless();
    }

    boolean isOpen() {
        return !closeReason.isDone() && transport.isOpen();
    }

    /**
     * Returns why the connection has ended, or null if it is open. If the transport is closed already, waits up to a
     * second for the reason: the last lines of a child's standard error may still have to be read.
     */
    @Nullable public String awaitCloseReason() {
        if (!closeReason.isDone() && !transport.isHttp() && !transport.isOpen()) {
            try {
                return closeReason.get(CLOSE_REASON_TIMEOUT_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                LOG.trace("The close reason was not available in time", e);
            }
        }
        return closeReason.getNow(null);
    }

    /** Returns the owner of a call, or null. */
    @Nullable Object owner(@Nullable RequestId exchange) {
        return exchange == null ? null : owners.get(exchange);
    }

    public int pendingCallCount() {
        return correlator.pendingCount();
    }

    public int activeServerRequestCount() {
        return serverRequests.runningCount();
    }

    /** Returns whether this thread can send a request without blocking. */
    public boolean canSendWithoutBlocking() {
        return context.config().tracer() == null && transport.canSendWithoutBlocking();
    }

    /**
     * Sends a request and returns.
     *
     * @throws RuntimeException when the request could not be sent
     */
    public SentRequest callAsync(OutboundRequest request) {
        SentRequest pending = new SentRequest(request);
        try {
            correlator.callAsync(
                    request.method(),
                    request.params(),
                    request.deadline(),
                    context.deadlineTimer(),
                    pending,
                    call -> pending.outcome.complete(new ResponseOutcome(call, pending)));
            return pending;
        } catch (RuntimeException | Error e) {
            pending.close();
            throw e;
        }
    }

    /** The outcome of a request; the result can be taken once. */
    public record ResponseOutcome(PendingCall call, SentRequest pending) {
        /**
         * Returns the result.
         *
         * @throws dev.tenon.jsonrpc.RpcException when the server responded with an error
         * @throws NoResponseException when no response arrived
         * @throws RuntimeException when the transport reported a failure of the request
         */
        public Json takeResult() {
            try {
                return call.takeResultAndRelease();
            } finally {
                pending.close();
            }
        }
    }

    /**
     * Sends a request of a session that has no result, and waits for the response; throws what {@link
     * ResponseOutcome#takeResult} throws.
     */
    public <P extends Params> void call(Method<P, EmptyResult> method, P params, Deadline deadline) {
        NegotiatedProtocol negotiated = protocol();
        Json encoded = negotiated.codec().encodeParams(method, params);
        MirroredHeaders headers = negotiated.mirroredHeaders(null);
        SentRequest pending =
                callAsync(new OutboundRequest(method.name(), encoded, headers, deadline, null, true, id -> {}, null));
        WaitingThreadExecutor<ResponseOutcome> caller = new WaitingThreadExecutor<>();
        var unused = pending.outcome.thenAccept(caller::onSuccess);
        caller.awaitOutcome(pending::interrupt).takeResult();
    }

    /** Cancels a request of this connection. */
    public void cancel(RequestId id, String reason) {
        correlator.failCall(id, new NoResponseException(FailureReason.CANCELLED, reason));
    }

    /**
     * Pauses the timeouts of the calls for which a person has to act.
     *
     * @return resumes them
     */
    @Override
    public Runnable pauseDeadlines(@Nullable RequestId exchange) {
        Runnable resume = correlator.pauseDeadlines(exchange);
        if (protocol != null) {
            return resume;
        }
        Runnable resumeConnecting = context.connectDeadlines().pauseAll();
        return () -> {
            resumeConnecting.run();
            resume.run();
        };
    }

    /** Sends {@code notifications/initialized} and waits until the server has accepted it. */
    void sendInitializedAndWait() {
        Json params = protocol().codec().encodeNotification(Notifications.INITIALIZED, EmptyParams.EMPTY);
        Notification initialized = new Notification(Notifications.INITIALIZED.name(), params);
        traceSent(initialized);
        transport.sendInitialized(initialized);
    }

    public <P extends Params> void sendNotification(NotificationType<P> type, P params) {
        sendNotification(type, protocol().codec().encodeNotification(type, params));
    }

    /** Like {@link #sendNotification(NotificationType, Params)}, with encoded parameters. */
    public void sendNotification(NotificationType<?> type, Json params) {
        send(new Notification(type.name(), params), protocol().mirroredHeaders(null));
    }

    void send(JsonRpcMessage message, MirroredHeaders headers) {
        traceSent(message);
        transport.send(message, headers);
    }

    private void traceSent(JsonRpcMessage message) {
        MessageTracer tracer = context.config().tracer();
        if (tracer != null) {
            tracer.onMessage(MessageTracer.TraceDirection.SENT, MessageWriter.write(message));
        }
    }

    private void onAbandoned(RequestId id) {
        if (!transport.abandon(id) && !unannounced.contains(id) && protocol != null && isOpen()) {
            sendNotification(Notifications.CANCELLED, CancelledParams.of(id.json(), CANCEL_REASON));
        }
    }

    @Override
    public boolean onMessage(byte[] bytes, @Nullable RequestId exchange) {
        runAndLogFailureIfOpen("Handling a message of the server failed; the connection stays open", () -> {
            MessageTracer tracer = context.config().tracer();
            if (tracer != null) {
                tracer.onMessage(MessageTracer.TraceDirection.RECEIVED, bytes);
            }
            dispatchMessage(replaceInvalidBatch(messageReader.read(bytes)), exchange);
        });
        return exchange != null && !correlator.isPending(exchange);
    }

    private void runAndLogFailureIfOpen(String failure, Runnable call) {
        if (!closed.get()) {
            try {
                call.run();
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error(failure, e);
            }
        }
    }

    /** Rejects a batch if the revision has none, and an empty batch in any revision. */
    private MessageReadResult replaceInvalidBatch(MessageReadResult inbound) {
        NegotiatedProtocol negotiated = protocol;
        boolean batches = negotiated != null && negotiated.revision().allowsBatch();
        boolean invalid = inbound instanceof MessageReadResult.MessageBatch batch
                && (!batches || batch.messages().isEmpty());
        return invalid ? NO_BATCH : inbound;
    }

    private void dispatchMessage(MessageReadResult inbound, @Nullable RequestId exchange) {
        if (inbound instanceof MessageReadResult.ValidMessage valid) {
            dispatchMessage(valid.message(), exchange);
        } else if (inbound instanceof MessageReadResult.MalformedResponse malformed) {
            RequestId id = malformed.id() == null ? exchange : malformed.id();
            countIfDropped(correlator.onResponse(new MessageReadResult.MalformedResponse(malformed.problem(), id)));
        } else if (inbound instanceof MessageReadResult.InvalidMessage invalid) {
            failRequestOrReject(invalid, exchange);
        } else if (inbound instanceof MessageReadResult.MessageBatch batch) {
            batch.messages().forEach(part -> dispatchMessage(part, exchange));
        }
    }

    /**
     * Handles an invalid message, which may have been meant as a request of the server, to be rejected, or as a
     * response, which fails its request. It counts a dropped message in both cases.
     */
    private void failRequestOrReject(MessageReadResult.InvalidMessage invalid, @Nullable RequestId exchange) {
        context.droppedMessages().increment();
        RequestId requestId = invalid.id() == null ? exchange : invalid.id();
        String message = "The server's response is not a valid message: "
                + invalid.error().message();
        boolean requestFailed = !invalid.hasMethod()
                && requestId != null
                && correlator.failCall(requestId, new InvalidResponseException(message));
        if (!requestFailed) {
            inbound.rejectMalformed(invalid);
        }
    }

    private void dispatchMessage(JsonRpcMessage message, @Nullable RequestId exchange) {
        if (message instanceof Request request) {
            inbound.dispatchRequest(request, exchange);
        } else if (message instanceof Notification notification) {
            countIfDropped(inbound.dispatchNotification(notification, exchange));
        } else if (message instanceof Response.Failure failure && failure.id() == null && exchange != null) {
            countIfDropped(correlator.onResponse(new Response.Failure(exchange, failure.error())));
        } else {
            Response response = (Response) message;
            countIfDropped(deliverResponse(response));
            if (response.id() != null && !response.id().equals(exchange)) {
                transport.onResponseElsewhere(response.id());
            }
        }
    }

    private boolean deliverResponse(Response response) {
        boolean handled = correlator.onResponse(response);
        if (!handled) {
            // Only reports the violation: there is no pending request to complete.
            var unused = leniencyPolicy.allows(
                    LeniencyPolicy.ProtocolCheck.IDS, "A response without a pending request, or a second response");
        }
        return handled;
    }

    private void countIfDropped(boolean handled) {
        if (!handled) {
            context.droppedMessages().increment();
        }
    }

    @Override
    public void onOversizedMessage(@Nullable RequestId exchange) {
        context.droppedMessages().increment();
        if (exchange != null) {
            correlator.failCall(
                    exchange,
                    new InvalidResponseException("The server's response is larger than " + messageReader.maxBytes()
                            + " bytes (limit: json.bytes)"));
        }
    }

    @Override
    public void onRequestFailed(RequestId id, RuntimeException reason) {
        runAndLogFailureIfOpen(
                "Ending a call that could not be sent failed; the connection stays open",
                () -> correlator.failCall(id, reason));
    }

    @Override
    public void onClosed(String reason) {
        runAndLogFailureIfOpen("Handling the end of the connection failed", () -> {
            if (closed.compareAndSet(false, true)) {
                endCallsAndServerRequests(reason);
                context.onConnectionLost().accept(this, reason);
            }
        });
    }

    private void endCallsAndServerRequests(String reason) {
        boolean unused = closeReason.complete(reason);
        correlator.close();
        serverRequests.close();
    }

    @Override
    public void close() {
        endCallsAndServerRequests("The connection was closed by this client");
        transport.close();
    }

    /** A request from sending until its outcome was taken; it can be cancelled meanwhile. */
    public final class SentRequest implements Consumer<Request>, AutoCloseable {
        private final OutboundRequest request;
        private final CompletableFuture<ResponseOutcome> outcome = new CompletableFuture<>();
        private volatile Runnable unregisterCancellation = () -> {};
        private volatile @Nullable RequestId id;

        private SentRequest(OutboundRequest request) {
            this.request = request;
        }

        /** Sends the request with the id that was assigned to it. */
        @Override
        public void accept(Request request) {
            RequestId sentId = request.id();
            id = sentId;
            if (!isOpen()) {
                throw new ConnectionFailedException(closeReason.getNow("The connection is closed"));
            }
            var cancellation = this.request.cancellation();
            if (cancellation != null && cancellation.isCancelled()) {
                throw new NoResponseException(FailureReason.CANCELLED, String.valueOf(cancellation.reason()));
            }
            if (!this.request.announcesCancellation()) {
                unannounced.add(sentId);
            }
            if (this.request.owner() != null) {
                owners.put(sentId, this.request.owner());
            }
            if (cancellation != null) {
                unregisterCancellation = cancellation.onCancel(reason -> cancel(sentId, reason));
            }
            this.request.idListener().accept(sentId);
            send(request, this.request.headers());
        }

        /** Returns a future that is completed with the outcome, on any thread. */
        public CompletableFuture<ResponseOutcome> outcomeFuture() {
            return outcome;
        }

        /**
         * Abandons the request: its response is dropped, and the server is notified only if {@link
         * OutboundRequest#announcesCancellation} is set.
         */
        void abandon() {
            interrupt();
            var unused = outcome.thenApply(ResponseOutcome::takeResult);
        }

        /** Fails the request because the waiting thread was interrupted. */
        public void interrupt() {
            RequestId sentId = id;
            if (sentId != null) {
                String problem = "Interrupted while waiting for the response";
                correlator.failCall(sentId, new NoResponseException(FailureReason.INTERRUPTED, problem));
            }
        }

        @Override
        public void close() {
            unregisterCancellation.run();
            RequestId sentId = id;
            if (sentId != null) {
                unannounced.remove(sentId);
                owners.remove(sentId);
            }
        }
    }
}
