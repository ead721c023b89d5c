package dev.tenon.guard.internal.stateless;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.Cancellation;
import dev.tenon.client.RawResponse;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.forwarder.CallPipeline;
import dev.tenon.guard.internal.forwarder.ClientCapabilityCheck;
import dev.tenon.guard.internal.forwarder.DownstreamContext;
import dev.tenon.guard.internal.forwarder.InterceptedCall;
import dev.tenon.guard.internal.forwarder.MessageTranslator;
import dev.tenon.guard.internal.forwarder.ServerRequestFilter;
import dev.tenon.guard.internal.forwarder.UpstreamLease;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.Method;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.ForwardedCall;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client without session to an upstream that has sessions and may ask something meanwhile. It goes on
 * there while the client is told what is needed, and the client comes back with the answers by another request.
 */
final class SuspendableCall extends StatelessCall {
    private final String id = UUID.randomUUID().toString();
    private final SuspendedCalls suspended;
    private final UpstreamLease lease;
    private final Cancellation cancellation = new Cancellation();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Map<String, PendingInputRequest> pending = new LinkedHashMap<>();

    @GuardedBy("lock") private int requestCount;

    @GuardedBy("lock") private @Nullable Function<DownstreamContext, @Nullable Json> outcome;

    /** The request that waits for the outcome or for questions; null while the client has the questions. */
    private volatile @Nullable WaitingRequest waiter;

    private volatile long deadline;

    /** {@code lease} is of the upstream, and given back when that has answered. */
    SuspendableCall(
            Json params,
            DownstreamContext front,
            UpstreamLease lease,
            SuspendedCalls suspended,
            CallPipeline completion) {
        super(params, front, lease.upstream(), completion);
        this.lease = lease;
        this.suspended = suspended;
    }

    /** One of the requests by which the client waits. */
    private record WaitingRequest(DownstreamContext downstream, CallPipeline pipeline) {}

    /** A question that the client has yet to answer. */
    private record PendingInputRequest(
            InputRequest request, MessageTranslator translation, CompletableFuture<Json> response) {}

    String id() {
        return id;
    }

    /** Who began it. */
    Optional<CallerPrincipal> caller() {
        return downstream.call().principal();
    }

    void setDeadline(long nanos) {
        deadline = nanos;
    }

    boolean isExpired(long now) {
        return now - deadline > 0;
    }

    @Override
    public void start() {
        attach(new WaitingRequest(downstream, pipeline));
        start(cancellation, Json.EMPTY_OBJECT);
    }

    private void attach(WaitingRequest waiting) {
        waiter = waiting;
        waiting.pipeline().cancellation().onCancel(why -> detach(waiting, why));
        deliverOutcome();
    }

    /** The client no longer waits. When it was answered before, that is no news. */
    private void detach(WaitingRequest waiting, String why) {
        if (tryClearWaiter(waiting)) {
            cancel(why);
            waiting.pipeline().complete(() -> {
                throw new CallCancelledException(why);
            });
        }
    }

    @SuppressWarnings("ReferenceEquality") // One waiter, and not one like it.
    private boolean tryClearWaiter(WaitingRequest waiting) {
        lock.lock();
        try {
            boolean waits = waiter == waiting;
            if (waits) {
                waiter = null;
            }
            return waits;
        } finally {
            lock.unlock();
        }
    }

    /** Tells the request that waits, if there is one, the outcome or what is asked, if there is that. */
    private void deliverOutcome() {
        WaitingRequest told;
        Function<DownstreamContext, @Nullable Json> ended;
        Map<String, InputRequest> asked = new LinkedHashMap<>();
        lock.lock();
        try {
            told = waiter;
            ended = outcome;
            pending.forEach((key, question) -> asked.put(key, question.request()));
            if (told == null || ended == null && asked.isEmpty()) {
                return;
            }
            waiter = null;
        } finally {
            lock.unlock();
        }
        told.pipeline()
                .complete(() -> ended == null
                        ? suspendWithInputRequests(told.downstream(), asked)
                        : ended.apply(told.downstream()));
    }

    private Json suspendWithInputRequests(DownstreamContext asking, Map<String, InputRequest> asked) {
        suspend();
        return asking.call().encodeInputRequired(asked, Json.of(id));
    }

    private void suspend() {
        try {
            suspended.add(this);
        } catch (RpcException e) {
            cancel("Too many calls wait for their clients");
            throw e;
        }
    }

    /** Goes on with the answers that the client brings. */
    void resume(ForwardedCall call, InterceptedCall crossing, CallPipeline completion) {
        lock.lock();
        try {
            call.inputResponses().forEach(this::acceptInputResponse);
        } catch (ParamsException e) {
            suspend();
            throw e;
        } finally {
            lock.unlock();
        }
        attach(new WaitingRequest(new DownstreamContext(downstream.codec(), call, crossing), completion));
    }

    @GuardedBy("lock") private void acceptInputResponse(String key, Json answer) {
        PendingInputRequest question = pending.get(key);
        if (question != null) {
            question.response()
                    .complete(question.translation()
                            .translateInputResponse(question.request().method(), key, answer));
            pending.remove(key);
        }
    }

    @Override
    public void onResponse(RawResponse answer) {
        completeUpstream(asking -> toResult(asking, answer));
    }

    @Override
    public void onFailure(RuntimeException why) {
        completeUpstream(asking -> toResult(asking, why));
    }

    private void completeUpstream(Function<DownstreamContext, @Nullable Json> ended) {
        lease.close();
        lock.lock();
        try {
            outcome = ended;
        } finally {
            lock.unlock();
        }
        deliverOutcome();
    }

    @Override
    public boolean acceptsRequests() {
        return true;
    }

    @Override
    public Json handleRequest(Method<?, ?> method, Json params, ProtocolCodec back) throws InterruptedException {
        DownstreamContext first = downstream;
        MessageTranslator translation = first.translatorTo(back);
        ClientCapabilityCheck.requireDeclared(
                translation.decodeInputRequest(method, params), first.call().clientCapabilities());
        return ServerRequestFilter.askClient(
                first.interceptedCall().interceptServerRequest(method, params, back.revision()),
                first.codec().revision(),
                passed -> awaitInputResponse(new PendingInputRequest(
                        translation.decodeInputRequest(method, passed), translation, new CompletableFuture<>())));
    }

    private Json awaitInputResponse(PendingInputRequest question) throws InterruptedException {
        String key;
        lock.lock();
        try {
            key = "question-" + ++requestCount;
            pending.put(key, question);
        } finally {
            lock.unlock();
        }
        Runnable forget = cancellation.onCancel(why -> question.response().cancel(false));
        deliverOutcome();
        try {
            return question.response().get();
        } catch (CancellationException | ExecutionException e) {
            throw new RpcException(ErrorCode.INTERNAL_ERROR, "The client did not answer");
        } finally {
            forget.run();
            removePending(key);
        }
    }

    private void removePending(String key) {
        lock.lock();
        try {
            pending.remove(key);
        } finally {
            lock.unlock();
        }
    }

    /** Ends it: its client will not come back. */
    void cancel(String why) {
        cancellation.cancel(why);
    }

    /** News go to the request that waits now; without one they are lost. */
    @Override
    @Nullable public DownstreamContext currentDownstream() {
        WaitingRequest waiting = waiter;
        return waiting == null ? null : waiting.downstream();
    }
}
