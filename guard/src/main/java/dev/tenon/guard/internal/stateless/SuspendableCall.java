package dev.tenon.guard.internal.stateless;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.Cancellation;
import dev.tenon.client.RawResponse;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.forwarder.CallPipeline;
import dev.tenon.guard.internal.forwarder.DownstreamCall;
import dev.tenon.guard.internal.forwarder.RevisionTranslator;
import dev.tenon.guard.internal.forwarder.UpstreamLease;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.Method;
import dev.tenon.server.forwarder.ForwardedCall;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call of a client without a session to an upstream with sessions that may request input. The upstream call continues
 * while the client gets an input-required result and sends the input responses with another request.
 */
final class SuspendableCall extends StatelessCall {
    final String id = UUID.randomUUID().toString();
    private final SuspendedCalls suspended;
    private final UpstreamLease lease;
    private final Cancellation cancellation = new Cancellation();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Map<String, PendingInputRequest> pending = new LinkedHashMap<>();

    @GuardedBy("lock") private int requestCount;

    private volatile @Nullable Function<DownstreamCall, @Nullable Json> outcome;

    /**
     * The client request that waits for the outcome or for input requests; null while the client has the input
     * requests.
     */
    private volatile @Nullable CallPipeline waiter;

    /** When the call expires while it is suspended, in nanoseconds. */
    volatile long deadline;

    /** {@code lease} is released when the upstream has responded. */
    SuspendableCall(
            Json params, ProtocolCodec codec, UpstreamLease lease, SuspendedCalls suspended, CallPipeline pipeline) {
        super(params, codec, lease.upstream(), pipeline);
        this.lease = lease;
        this.suspended = suspended;
    }

    /** An input request to which the client has not responded yet. */
    private record PendingInputRequest(
            InputRequest request, RevisionTranslator translator, CompletableFuture<Json> response) {}

    @Override
    public void start() {
        attachWaiterAndDeliver(pipeline);
        start(cancellation, Json.EMPTY_OBJECT);
    }

    private void attachWaiterAndDeliver(CallPipeline waiting) {
        waiter = waiting;
        waiting.cancellation().onCancel(reason -> cancelIfStillWaiting(waiting, reason));
        deliverOutcomeOrInputRequests();
    }

    /** Cancels the call because the client no longer waits; ignored if the client already has a response. */
    private void cancelIfStillWaiting(CallPipeline waiting, String reason) {
        lock.lock();
        try {
            if (waiter != waiting) {
                return;
            }
            waiter = null;
        } finally {
            lock.unlock();
        }
        cancel(reason);
        waiting.completeUnlessContinuing(() -> {
            throw new CallCancelledException(reason);
        });
    }

    /** Completes the waiting client request, if any, with the outcome or the input requests, if any. */
    private void deliverOutcomeOrInputRequests() {
        CallPipeline notified;
        Function<DownstreamCall, @Nullable Json> result;
        Map<String, InputRequest> inputRequests = new LinkedHashMap<>();
        lock.lock();
        try {
            notified = waiter;
            result = outcome;
            pending.forEach((key, inputRequest) -> inputRequests.put(key, inputRequest.request()));
            if (notified == null || result == null && inputRequests.isEmpty()) {
                return;
            }
            waiter = null;
        } finally {
            lock.unlock();
        }
        notified.completeUnlessContinuing(() -> result == null
                ? suspendWithInputRequests(notified.request().call(), inputRequests)
                : result.apply(notified.downstreamCall(downstream.codec())));
    }

    private Json suspendWithInputRequests(ForwardedCall call, Map<String, InputRequest> inputRequests) {
        suspendOrCancel();
        return call.encodeInputRequired(inputRequests, Json.of(id));
    }

    /**
     * Suspends the call until the client sends input responses. Cancels the call if too many calls are suspended.
     *
     * @throws RpcException if too many calls are suspended
     */
    private void suspendOrCancel() {
        try {
            suspended.add(this);
        } catch (RpcException e) {
            cancel("Too many suspended calls");
            throw e;
        }
    }

    /** Resumes the call with the input responses of the client's next request. */
    void resume(CallPipeline next) {
        lock.lock();
        try {
            next.request().call().inputResponses().forEach(this::acceptInputResponse);
        } catch (ParamsException e) {
            suspendOrCancel();
            throw e;
        } finally {
            lock.unlock();
        }
        attachWaiterAndDeliver(next);
    }

    @GuardedBy("lock") private void acceptInputResponse(String key, Json response) {
        PendingInputRequest inputRequest = pending.get(key);
        if (inputRequest != null) {
            Json translated = inputRequest
                    .translator()
                    .translateInputResponse(inputRequest.request().method(), key, response);
            inputRequest.response().complete(translated);
            pending.remove(key);
        }
    }

    @Override
    public void onResponse(RawResponse response) {
        releaseAndDeliverOutcome(current -> toResult(current, response));
    }

    @Override
    public void onFailure(RuntimeException reason) {
        releaseAndDeliverOutcome(current -> toResult(current, reason));
    }

    /** Releases the upstream connection, stores the outcome, and completes the waiting client request, if any. */
    private void releaseAndDeliverOutcome(Function<DownstreamCall, @Nullable Json> result) {
        lease.close();
        outcome = result;
        deliverOutcomeOrInputRequests();
    }

    @Override
    public boolean acceptsServerRequests() {
        return true;
    }

    @Override
    public Json forwardServerRequest(Method<?, ?> method, Json params, ProtocolCodec upstreamCodec)
            throws InterruptedException {
        RevisionTranslator translator = downstream.translatorTo(upstreamCodec);
        return downstream.askClient(translator, method, params, filtered -> {
            InputRequest request = translator.decodeInputRequest(method, filtered);
            return requestInputAndWait(new PendingInputRequest(request, translator, new CompletableFuture<>()));
        });
    }

    private Json requestInputAndWait(PendingInputRequest inputRequest) throws InterruptedException {
        String key;
        lock.lock();
        try {
            key = "question-" + ++requestCount;
            pending.put(key, inputRequest);
        } finally {
            lock.unlock();
        }
        Runnable unregister =
                cancellation.onCancel(reason -> inputRequest.response().cancel(false));
        deliverOutcomeOrInputRequests();
        try {
            return inputRequest.response().get();
        } catch (CancellationException | ExecutionException e) {
            throw new RpcException(ErrorCode.INTERNAL_ERROR, "The client did not respond");
        } finally {
            unregister.run();
            clearPendingInput(key);
        }
    }

    private void clearPendingInput(String key) {
        lock.lock();
        try {
            pending.remove(key);
        } finally {
            lock.unlock();
        }
    }

    /** Cancels the call. */
    void cancel(String reason) {
        cancellation.cancel(reason);
    }

    /** Returns the waiting client request; without one, notifications are dropped. */
    @Override
    @Nullable public DownstreamCall currentDownstream() {
        CallPipeline waiting = waiter;
        return waiting == null ? null : waiting.downstreamCall(downstream.codec());
    }
}
