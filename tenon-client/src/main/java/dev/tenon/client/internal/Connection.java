package dev.tenon.client.internal;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.Cancellation;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.Trace;
import dev.tenon.client.WireHandler;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.client.internal.link.Link;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Peer;
import dev.tenon.jsonrpc.PendingCall;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.Tolerance;
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
final class Connection implements Link.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");
    private static final long LAST_WORDS_MS = 1000;
    private static final String GIVEN_UP = "The client no longer waits";
    private static final Inbound NO_BATCH = new Inbound.Refused(
            new RpcError(ErrorCode.INVALID_REQUEST, "an empty batch, or one in a revision without batches"), null);

    private final Link link;
    private final Crew crew;
    private final MessageReader gate;
    private final Tolerance tolerance;
    private final Peer peer;
    private final ServerRequests requests;
    private final Incoming incoming;
    /** Requests whose end the server is not told of. */
    private final Set<RequestId> silent = ConcurrentHashMap.newKeySet();

    private final Map<RequestId, Object> owners = new ConcurrentHashMap<>();

    private volatile @Nullable Agreement agreement;
    /** Why it has ended. */
    private final CompletableFuture<String> end = new CompletableFuture<>();
    /** Whether the link has told that nothing more will come. */
    private final AtomicBoolean over = new AtomicBoolean();

    Connection(Link link, Crew crew) {
        this.link = link;
        this.crew = crew;
        WireHandler handler = crew.host().wire();
        this.tolerance = handler == null ? Tolerance.NONE : handler.tolerance();
        this.gate = new MessageReader(
                crew.host().limits().json(), crew.host().limits().batchMessages(), tolerance, () -> {});
        this.peer = new Peer(crew.host().limits().calls(), this::abandoned);
        this.requests = new ServerRequests(this, crew);
        this.incoming = new Incoming(this, crew, requests);
    }

    void open() {
        link.open(this);
    }

    /** From now on everything is read and written as agreed. */
    void agreed(Agreement with) {
        agreement = with;
        link.agreed(with.revision());
    }

    /** What was agreed on; only after {@link #agreed}. */
    Agreement agreement() {
        return Objects.requireNonNull(agreement);
    }

    @Nullable Agreement agreementOrNull() {
        return agreement;
    }

    boolean isHttp() {
        return link.isHttp();
    }

    boolean isOpen() {
        return !end.isDone() && link.isOpen();
    }

    /**
     * Why it has ended, or null while it has not. When the link is closed already, the reason is on its way: a child's last words
     * may still have to be read.
     */
    @Nullable String end() {
        if (!end.isDone() && !link.isHttp() && !link.isOpen()) {
            try {
                return end.get(LAST_WORDS_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                LOG.trace("The end was not told in time", e);
            }
        }
        return end.getNow(null);
    }

    /** Whose call that is, or null. */
    @Nullable Object owner(@Nullable RequestId exchange) {
        return exchange == null ? null : owners.get(exchange);
    }

    int waiting() {
        return peer.waiting();
    }

    int asks() {
        return requests.running();
    }

    /** Sends a request and waits for its answer; throws what {@link Settled#outcome} throws. */
    Json ask(Outgoing out) {
        CallerThread<Settled> caller = new CallerThread<>();
        Pending pending = begin(out);
        var unused = pending.settled.thenAccept(caller::succeeded);
        return caller.await(pending::interrupt).outcome();
    }

    /** Whether a request can be sent on this thread without blocking it. */
    boolean canSendNow() {
        return crew.host().trace() == null && link.canSendNow();
    }

    /**
     * Sends a request and returns.
     *
     * @throws RuntimeException when it was not sent
     */
    Pending begin(Outgoing out) {
        Pending pending = new Pending(out);
        try {
            peer.begin(
                    out.method(),
                    out.params(),
                    out.deadline(),
                    crew.timer(),
                    pending,
                    call -> pending.settled.complete(new Settled(call, pending)));
            return pending;
        } catch (RuntimeException | Error e) {
            pending.close();
            throw e;
        }
    }

    /** The outcome of a request, to be looked at once. */
    record Settled(PendingCall call, Pending pending) {
        /** Whether the server has answered, be it with an error, in so many bytes at most. */
        boolean isAnswered(int mostBytes) {
            return call.isAnswered(mostBytes);
        }

        /**
         * The result.
         *
         * @throws dev.tenon.jsonrpc.RpcException when the server answered with an error
         * @throws CallFailedException when no answer came
         * @throws RuntimeException with what the link said of the request
         */
        Json outcome() {
            try {
                return call.outcome();
            } finally {
                pending.close();
            }
        }
    }

    /** Like {@link #ask(Outgoing)}, for a request of a session without a result. */
    <P extends Params> void ask(Method<P, EmptyResult> method, P params, Deadline deadline) {
        Agreement agreed = agreement();
        ask(Outgoing.of(
                method.name(), agreed.wire().encodeParams(method, params), agreed.envelope(null), deadline, null));
    }

    /** Gives up a request of this connection. */
    void cancel(RequestId id, String why) {
        peer.failed(id, new CallFailedException(CallFailedException.Reason.CANCELLED, why));
    }

    /** Lets the calls stand still that a person is asked something for; what is returned ends that. */
    @Override
    public Runnable pause(@Nullable RequestId exchange) {
        Runnable resume = peer.pause(exchange);
        if (agreement != null) {
            return resume;
        }
        Runnable connecting = crew.standstill().pause();
        return () -> {
            connecting.run();
            resume.run();
        };
    }

    /** Ends the handshake, and waits until the server has taken that. */
    void initialized() {
        Notification last = new Notification(
                Notifications.INITIALIZED.name(), agreement().write(Notifications.INITIALIZED, EmptyParams.EMPTY));
        traced(last);
        link.sendInitialized(last);
    }

    <P extends Params> void tell(NotificationType<P> type, P params) {
        Agreement agreed = agreement();
        send(new Notification(type.name(), agreed.write(type, params)), agreed.envelope(null));
    }

    /** Like {@link #tell(NotificationType, Params)}, with encoded parameters. */
    void tell(NotificationType<?> type, Json params) {
        send(new Notification(type.name(), params), agreement().envelope(null));
    }

    void send(Message message, Envelope envelope) {
        traced(message);
        link.send(message, envelope);
    }

    private void traced(Message message) {
        Trace trace = crew.host().trace();
        if (trace != null) {
            trace.message(Trace.Direction.SENT, MessageWriter.write(message));
        }
    }

    private void abandoned(RequestId id) {
        if (!link.abandon(id) && !silent.contains(id) && agreement != null && isOpen()) {
            tell(Notifications.CANCELLED, CancelledParams.of(id.json(), GIVEN_UP));
        }
    }

    @Override
    public boolean message(byte[] bytes, @Nullable RequestId exchange) {
        guarded(() -> {
            Trace trace = crew.host().trace();
            if (trace != null) {
                trace.message(Trace.Direction.RECEIVED, bytes);
            }
            take(allowed(gate.read(bytes)), exchange);
        });
        return exchange != null && !peer.isWaiting(exchange);
    }

    private void guarded(Runnable call) {
        if (!over.get()) {
            try {
                call.run();
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error("What came from the server could not be taken; the connection lives on", e);
            }
        }
    }

    /** An array is no message where there are no batches, and an empty one is none anywhere. */
    private Inbound allowed(Inbound inbound) {
        Agreement agreed = agreement;
        boolean batches = agreed != null && agreed.revision().allowsBatch();
        boolean refused = inbound instanceof Inbound.Batch batch
                && (!batches || batch.parts().isEmpty());
        return refused ? NO_BATCH : inbound;
    }

    private void take(Inbound inbound, @Nullable RequestId exchange) {
        if (inbound instanceof Inbound.Accepted accepted) {
            take(accepted.message(), exchange);
        } else if (inbound instanceof Inbound.BrokenResponse broken) {
            RequestId id = broken.id() == null ? exchange : broken.id();
            counted(peer.answered(new Inbound.BrokenResponse(broken.problem(), id)));
        } else if (inbound instanceof Inbound.Refused refused) {
            refused(refused, exchange);
        } else if (inbound instanceof Inbound.Batch batch) {
            batch.parts().forEach(part -> take(part, exchange));
        }
    }

    /** What is no message may have been meant as a call of the server's, which is no answer to anything, or as an answer. */
    private void refused(Inbound.Refused refused, @Nullable RequestId exchange) {
        crew.dropped().increment();
        RequestId asked = refused.id() == null ? exchange : refused.id();
        String problem = "The server's answer is no message: " + refused.error().message();
        boolean answered = !refused.call() && asked != null && peer.failed(asked, new BadAnswerException(problem));
        if (!answered) {
            incoming.refused(refused);
        }
    }

    private void take(Message message, @Nullable RequestId exchange) {
        if (message instanceof Request request) {
            incoming.request(request, exchange);
        } else if (message instanceof Notification notification) {
            counted(incoming.notification(notification, exchange));
        } else if (message instanceof Response.Failure failure && failure.id() == null && exchange != null) {
            counted(peer.answered(new Response.Failure(exchange, failure.error())));
        } else {
            Response response = (Response) message;
            counted(answered(response));
            if (response.id() != null && !response.id().equals(exchange)) {
                link.answeredElsewhere(response.id());
            }
        }
    }

    private boolean answered(Response response) {
        boolean wanted = peer.answered(response);
        if (!wanted) {
            // Said to whom it concerns: nobody is there who could be given it.
            var unused = tolerance.lets(Tolerance.Check.IDS, "An answer to nothing that was asked, or a second answer");
        }
        return wanted;
    }

    Tolerance tolerance() {
        return tolerance;
    }

    private void counted(boolean wanted) {
        if (!wanted) {
            crew.dropped().increment();
        }
    }

    @Override
    public void tooLarge(@Nullable RequestId exchange) {
        crew.dropped().increment();
        if (exchange != null) {
            peer.failed(
                    exchange,
                    new BadAnswerException(
                            "The server's answer is larger than " + gate.maxBytes() + " bytes (limit: json.bytes)"));
        }
    }

    @Override
    public void failed(RequestId id, RuntimeException reason) {
        guarded(() -> peer.failed(id, reason));
    }

    @Override
    public void closed(String reason) {
        guarded(() -> {
            if (over.compareAndSet(false, true)) {
                end(reason);
                crew.whenLost().accept(this, reason);
            }
        });
    }

    private void end(String reason) {
        boolean unused = end.complete(reason);
        peer.close();
        requests.close();
    }

    @Override
    public void close() {
        end("The client has closed it");
        link.close();
    }

    /** A request from the moment it is sent until its outcome was looked at; it can be cancelled meanwhile. */
    final class Pending implements Consumer<Request>, AutoCloseable {
        private final Outgoing out;
        private final CompletableFuture<Settled> settled = new CompletableFuture<>();
        private volatile Runnable forget = () -> {};
        private volatile @Nullable RequestId id;

        private Pending(Outgoing out) {
            this.out = out;
        }

        /** Sends it, under the id that it was given. */
        @Override
        public void accept(Request request) {
            RequestId sent = request.id();
            id = sent;
            if (!isOpen()) {
                throw new ConnectionFailedException(end.getNow("The connection is closed"));
            }
            Cancellation cancellation = out.cancellation();
            if (cancellation != null && cancellation.isCancelled()) {
                throw new CallFailedException(
                        CallFailedException.Reason.CANCELLED, String.valueOf(cancellation.reason()));
            }
            if (!out.announced()) {
                silent.add(sent);
            }
            if (out.owner() != null) {
                owners.put(sent, out.owner());
            }
            if (cancellation != null) {
                forget = cancellation.onCancel(why -> cancel(sent, why));
            }
            out.begun().accept(sent);
            send(request, out.envelope());
        }

        /** Completed when there is an outcome, on any thread. */
        CompletableFuture<Settled> settled() {
            return settled;
        }

        /** Gives it up: its answer is dropped, and the server is told only if the request is announced. */
        void drop() {
            interrupt();
            var unused = settled.thenApply(Settled::outcome);
        }

        /** Gives it up, as the thread that waits for it was interrupted. */
        void interrupt() {
            RequestId sent = id;
            if (sent != null) {
                peer.failed(
                        sent,
                        new CallFailedException(
                                CallFailedException.Reason.INTERRUPTED, "Interrupted while waiting for the answer"));
            }
        }

        @Override
        public void close() {
            forget.run();
            RequestId sent = id;
            if (sent != null) {
                silent.remove(sent);
                owners.remove(sent);
            }
        }
    }
}
