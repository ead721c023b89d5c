package dev.tenon.client.internal.connection;

import dev.tenon.client.Cancellation;
import dev.tenon.client.MessageTracer;
import dev.tenon.client.RawHandler;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.internal.transport.ClientTransport;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.MessageWriter;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to a server while it lasts: its link, its calls, and what comes in between. */
public final class McpConnection implements ClientTransport.TransportListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final long CLOSE_REASON_TIMEOUT_MS = 1000;
    private static final String CANCEL_REASON = "The client no longer waits";
    private static final InboundMessage NO_BATCH = new InboundMessage.InvalidMessage(
            new RpcError(ErrorCode.INVALID_REQUEST, "an empty batch, or one in a revision without batches"), null);

    private final ClientTransport transport;
    private final ClientContext context;
    private final MessageReader messageReader;
    private final LeniencyPolicy leniencyPolicy;
    private final RequestCorrelator peer;
    private final ServerRequestExecutor serverRequests;
    private final InboundDispatcher inbound;
    /** Requests whose end the server is not told of. */
    private final Set<RequestId> unannounced = ConcurrentHashMap.newKeySet();

    private final Map<RequestId, Object> owners = new ConcurrentHashMap<>();

    private volatile @Nullable NegotiatedProtocol protocol;
    /** Why it has ended. */
    private final CompletableFuture<String> closeReason = new CompletableFuture<>();
    /** Whether the link has told that nothing more will come. */
    private final AtomicBoolean closed = new AtomicBoolean();

    McpConnection(ClientTransport link, ClientContext crew) {
        this.transport = link;
        this.context = crew;
        RawHandler handler = crew.config().rawHandler();
        this.leniencyPolicy = handler == null ? LeniencyPolicy.NONE : handler.leniencyPolicy();
        this.messageReader = new MessageReader(
                crew.config().limits().json(), crew.config().limits().batchMessages(), leniencyPolicy, () -> {});
        this.peer = new RequestCorrelator(crew.config().limits().calls(), this::onAbandoned);
        this.serverRequests = new ServerRequestExecutor(this, crew);
        this.inbound = new InboundDispatcher(this, crew, serverRequests);
    }

    void open() {
        transport.open(this);
    }

    /** From now on everything is read and written as agreed. */
    void useProtocol(NegotiatedProtocol with) {
        protocol = with;
        transport.setRevision(with.revision());
    }

    /** What was agreed on; only after {@link #useProtocol}. */
    public NegotiatedProtocol protocol() {
        return Objects.requireNonNull(protocol);
    }

    @Nullable public NegotiatedProtocol protocolOrNull() {
        return protocol;
    }

    public boolean isHttp() {
        return transport.isHttp();
    }

    boolean isOpen() {
        return !closeReason.isDone() && transport.isOpen();
    }

    /**
     * Why it has ended, or null while it has not. When the link is closed already, the reason is on its way: a child's
     * last words may still have to be read.
     */
    @Nullable public String end() {
        if (!closeReason.isDone() && !transport.isHttp() && !transport.isOpen()) {
            try {
                return closeReason.get(CLOSE_REASON_TIMEOUT_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                LOG.trace("The end was not told in time", e);
            }
        }
        return closeReason.getNow(null);
    }

    /** Whose call that is, or null. */
    @Nullable Object owner(@Nullable RequestId exchange) {
        return exchange == null ? null : owners.get(exchange);
    }

    public int pendingCalls() {
        return peer.pendingCount();
    }

    public int activeServerRequests() {
        return serverRequests.runningCount();
    }

    /** Sends a request and waits for its answer; throws what {@link ResponseOutcome#takeResult} throws. */
    Json call(OutboundRequest out) {
        CallerThreadExecutor<ResponseOutcome> caller = new CallerThreadExecutor<>();
        SentRequest pending = callAsync(out);
        var unused = pending.settled.thenAccept(caller::onSuccess);
        return caller.await(pending::interrupt).takeResult();
    }

    /** Whether a request can be sent on this thread without blocking it. */
    public boolean canSendWithoutBlocking() {
        return context.config().tracer() == null && transport.canSendWithoutBlocking();
    }

    /**
     * Sends a request and returns.
     *
     * @throws RuntimeException when it was not sent
     */
    public SentRequest callAsync(OutboundRequest out) {
        SentRequest pending = new SentRequest(out);
        try {
            peer.callAsync(
                    out.method(),
                    out.params(),
                    out.deadline(),
                    context.deadlineTimer(),
                    pending,
                    call -> pending.settled.complete(new ResponseOutcome(call, pending)));
            return pending;
        } catch (RuntimeException | Error e) {
            pending.close();
            throw e;
        }
    }

    /** The outcome of a request, to be looked at once. */
    public record ResponseOutcome(PendingCall call, SentRequest pending) {
        /** Whether the server has answered, be it with an error, in so many bytes at most. */
        public boolean hasResponseWithin(int mostBytes) {
            return call.hasResponseWithin(mostBytes);
        }

        /**
         * The result.
         *
         * @throws dev.tenon.jsonrpc.RpcException when the server answered with an error
         * @throws CallFailedException when no answer came
         * @throws RuntimeException with what the link said of the request
         */
        public Json takeResult() {
            try {
                return call.takeResult();
            } finally {
                pending.close();
            }
        }
    }

    /** Like {@link #call(OutboundRequest)}, for a request of a session without a result. */
    public <P extends Params> void call(Method<P, EmptyResult> method, P params, Deadline deadline) {
        NegotiatedProtocol agreed = protocol();
        call(OutboundRequest.of(
                method.name(),
                agreed.codec().encodeParams(method, params),
                agreed.mirroredHeaders(null),
                deadline,
                null));
    }

    /** Gives up a request of this connection. */
    public void cancel(RequestId id, String why) {
        peer.fail(id, new CallFailedException(CallFailedException.FailureReason.CANCELLED, why));
    }

    /** Lets the calls stand still that a person is asked something for; what is returned ends that. */
    @Override
    public Runnable pauseDeadlines(@Nullable RequestId exchange) {
        Runnable resume = peer.pauseDeadlines(exchange);
        if (protocol != null) {
            return resume;
        }
        Runnable connecting = context.connectDeadlines().pauseAll();
        return () -> {
            connecting.run();
            resume.run();
        };
    }

    /** Ends the handshake, and waits until the server has taken that. */
    void sendInitialized() {
        Notification last = new Notification(
                Notifications.INITIALIZED.name(), protocol().encode(Notifications.INITIALIZED, EmptyParams.EMPTY));
        traceSent(last);
        transport.sendInitialized(last);
    }

    public <P extends Params> void sendNotification(NotificationType<P> type, P params) {
        NegotiatedProtocol agreed = protocol();
        send(new Notification(type.name(), agreed.encode(type, params)), agreed.mirroredHeaders(null));
    }

    /** Like {@link #sendNotification(NotificationType, Params)}, with encoded parameters. */
    public void sendNotification(NotificationType<?> type, Json params) {
        send(new Notification(type.name(), params), protocol().mirroredHeaders(null));
    }

    void send(JsonRpcMessage message, MirroredHeaders envelope) {
        traceSent(message);
        transport.send(message, envelope);
    }

    private void traceSent(JsonRpcMessage message) {
        MessageTracer trace = context.config().tracer();
        if (trace != null) {
            trace.onMessage(MessageTracer.TraceDirection.SENT, MessageWriter.write(message));
        }
    }

    private void onAbandoned(RequestId id) {
        if (!transport.abandon(id) && !unannounced.contains(id) && protocol != null && isOpen()) {
            sendNotification(Notifications.CANCELLED, CancelledParams.of(id.json(), CANCEL_REASON));
        }
    }

    @Override
    public boolean onMessage(byte[] bytes, @Nullable RequestId exchange) {
        runSafely(() -> {
            MessageTracer trace = context.config().tracer();
            if (trace != null) {
                trace.onMessage(MessageTracer.TraceDirection.RECEIVED, bytes);
            }
            handle(checkBatch(messageReader.read(bytes)), exchange);
        });
        return exchange != null && !peer.isPending(exchange);
    }

    private void runSafely(Runnable call) {
        if (!closed.get()) {
            try {
                call.run();
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error("What came from the server could not be taken; the connection lives on", e);
            }
        }
    }

    /** An array is no message where there are no batches, and an empty one is none anywhere. */
    private InboundMessage checkBatch(InboundMessage inbound) {
        NegotiatedProtocol agreed = protocol;
        boolean batches = agreed != null && agreed.revision().allowsBatch();
        boolean refused = inbound instanceof InboundMessage.MessageBatch batch
                && (!batches || batch.parts().isEmpty());
        return refused ? NO_BATCH : inbound;
    }

    private void handle(InboundMessage inbound, @Nullable RequestId exchange) {
        if (inbound instanceof InboundMessage.ValidMessage accepted) {
            handle(accepted.message(), exchange);
        } else if (inbound instanceof InboundMessage.MalformedResponse broken) {
            RequestId id = broken.id() == null ? exchange : broken.id();
            countIfDropped(peer.onResponse(new InboundMessage.MalformedResponse(broken.problem(), id)));
        } else if (inbound instanceof InboundMessage.InvalidMessage refused) {
            handleMalformed(refused, exchange);
        } else if (inbound instanceof InboundMessage.MessageBatch batch) {
            batch.parts().forEach(part -> handle(part, exchange));
        }
    }

    /**
     * What is no message may have been meant as a call of the server's, which is no answer to anything, or as an
     * answer.
     */
    private void handleMalformed(InboundMessage.InvalidMessage refused, @Nullable RequestId exchange) {
        context.droppedMessages().increment();
        RequestId asked = refused.id() == null ? exchange : refused.id();
        String problem = "The server's answer is no message: " + refused.error().message();
        boolean answered = !refused.call() && asked != null && peer.fail(asked, new InvalidResponseException(problem));
        if (!answered) {
            inbound.rejectMalformed(refused);
        }
    }

    private void handle(JsonRpcMessage message, @Nullable RequestId exchange) {
        if (message instanceof Request request) {
            inbound.dispatchRequest(request, exchange);
        } else if (message instanceof Notification notification) {
            countIfDropped(inbound.dispatchNotification(notification, exchange));
        } else if (message instanceof Response.Failure failure && failure.id() == null && exchange != null) {
            countIfDropped(peer.onResponse(new Response.Failure(exchange, failure.error())));
        } else {
            Response response = (Response) message;
            countIfDropped(completeRequest(response));
            if (response.id() != null && !response.id().equals(exchange)) {
                transport.onResponseElsewhere(response.id());
            }
        }
    }

    private boolean completeRequest(Response response) {
        boolean wanted = peer.onResponse(response);
        if (!wanted) {
            // Said to whom it concerns: nobody is there who could be given it.
            var unused = leniencyPolicy.allows(
                    LeniencyPolicy.ProtocolCheck.REQUEST_IDS,
                    "An answer to nothing that was asked, or a second answer");
        }
        return wanted;
    }

    LeniencyPolicy leniencyPolicy() {
        return leniencyPolicy;
    }

    private void countIfDropped(boolean wanted) {
        if (!wanted) {
            context.droppedMessages().increment();
        }
    }

    @Override
    public void onOversizedMessage(@Nullable RequestId exchange) {
        context.droppedMessages().increment();
        if (exchange != null) {
            peer.fail(
                    exchange,
                    new InvalidResponseException("The server's answer is larger than " + messageReader.maxBytes()
                            + " bytes (limit: json.bytes)"));
        }
    }

    @Override
    public void onRequestFailed(RequestId id, RuntimeException reason) {
        runSafely(() -> peer.fail(id, reason));
    }

    @Override
    public void onClosed(String reason) {
        runSafely(() -> {
            if (closed.compareAndSet(false, true)) {
                end(reason);
                context.onConnectionLost().accept(this, reason);
            }
        });
    }

    private void end(String reason) {
        boolean unused = closeReason.complete(reason);
        peer.close();
        serverRequests.close();
    }

    @Override
    public void close() {
        end("The client has closed it");
        transport.close();
    }

    /** A request from the moment it is sent until its outcome was looked at; it can be cancelled meanwhile. */
    public final class SentRequest implements Consumer<Request>, AutoCloseable {
        private final OutboundRequest request;
        private final CompletableFuture<ResponseOutcome> settled = new CompletableFuture<>();
        private volatile Runnable unregisterCancellation = () -> {};
        private volatile @Nullable RequestId id;

        private SentRequest(OutboundRequest out) {
            this.request = out;
        }

        /** Sends it, under the id that it was given. */
        @Override
        public void accept(Request request) {
            RequestId sent = request.id();
            id = sent;
            if (!isOpen()) {
                throw new ConnectionFailedException(closeReason.getNow("The connection is closed"));
            }
            Cancellation cancellation = this.request.cancellation();
            if (cancellation != null && cancellation.isCancelled()) {
                throw new CallFailedException(
                        CallFailedException.FailureReason.CANCELLED, String.valueOf(cancellation.reason()));
            }
            if (!this.request.announcesCancellation()) {
                unannounced.add(sent);
            }
            if (this.request.owner() != null) {
                owners.put(sent, this.request.owner());
            }
            if (cancellation != null) {
                unregisterCancellation = cancellation.onCancel(why -> cancel(sent, why));
            }
            this.request.idListener().accept(sent);
            send(request, this.request.headers());
        }

        /** Completed when there is an outcome, on any thread. */
        public CompletableFuture<ResponseOutcome> outcomeFuture() {
            return settled;
        }

        /** Gives it up: its answer is dropped, and the server is told only if the request is announced. */
        void abandon() {
            interrupt();
            var unused = settled.thenApply(ResponseOutcome::takeResult);
        }

        /** Gives it up, as the thread that waits for it was interrupted. */
        public void interrupt() {
            RequestId sent = id;
            if (sent != null) {
                peer.fail(
                        sent,
                        new CallFailedException(
                                CallFailedException.FailureReason.INTERRUPTED,
                                "Interrupted while waiting for the answer"));
            }
        }

        @Override
        public void close() {
            unregisterCancellation.run();
            RequestId sent = id;
            if (sent != null) {
                unannounced.remove(sent);
                owners.remove(sent);
            }
        }
    }
}
