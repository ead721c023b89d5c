package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.RawResponse;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.error.RpcErrors;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.guard.observer.CallObserver;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.ErrorObjects;
import dev.tenon.guard.observer.ObservedCall;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One exchange at the checkpoint: a request on its way there, in the words of whoever asks, and its answer on the way
 * back, in those of the other side. It has the policies that were in force when it began.
 */
public final class InterceptedCall {
    private final PolicyFilter checkpoint;
    private final PolicyChain policies;
    private final Method<?, ?> method;
    private final CallObserver observer;
    private final long startedAt = System.nanoTime();
    private final List<FindingReport> reports = new CopyOnWriteArrayList<>();
    private PolicyMessage message;
    private boolean refused;
    private boolean isSent;
    private long sentAt;
    private long upstreamNanos;
    private @Nullable Revision upstreamRevision;
    private @Nullable CallFailure failure;

    /**
     * It comes to the checkpoint, and is judged by these policies.
     *
     * @throws RpcException when it cannot be observed as it must be
     */
    InterceptedCall(PolicyFilter checkpoint, PolicyChain policies, ObservedCall exchange, Method<?, ?> method) {
        this.checkpoint = checkpoint;
        this.policies = policies;
        this.message = exchange.request();
        this.method = method;
        this.observer = checkpoint.observer().onCallStart(exchange);
    }

    PolicyChain policies() {
        return policies;
    }

    /** The tool that is called, when the policies need its definition; else null. */
    @Nullable String toolNeedingDefinition() {
        return policies != PolicyChain.NONE && method.equals(Methods.CALL_TOOL) ? message.targetName() : null;
    }

    /**
     * The params that may go on.
     *
     * @param definition what the server says of the tool that is called, or null
     * @throws LocalResultException when it is answered here
     * @throws RpcException when it is refused
     */
    Json filterRequest(@Nullable Json definition) {
        message = message.withTarget(message.targetName(), definition);
        Json params = observer.beforeSend(applyPolicies(message));
        markSent();
        return params;
    }

    /** It is sent, maybe once more. */
    void markSent() {
        sentAt = System.nanoTime();
        isSent = true;
    }

    private void markReturned() {
        if (isSent) {
            upstreamNanos += System.nanoTime() - sentAt;
            isSent = false;
        }
    }

    /** The result that may go on; see {@link #filterResponse(Json, Revision)}. */
    Json filterResponse(RawResponse answer) {
        return filterResponse(answer.result(), answer.codec().revision());
    }

    /**
     * The result that may go on.
     *
     * @throws LocalResultException when something else is answered
     * @throws RpcException when it is refused
     */
    public Json filterResponse(Json result, Revision revision) {
        markReturned();
        upstreamRevision = revision;
        return applyPolicies(message.toResult(result).withRevision(revision));
    }

    /** What the client is told of trouble behind; errors in the words of the server pass the policies as results do. */
    CallResponse toFailureResponse(McpClientException problem, RpcException told) {
        markReturned();
        failure = CallFailure.of(problem);
        if (!(problem instanceof ServerErrorException)) {
            CallOutcome verdict =
                    problem instanceof InvalidResponseException ? CallOutcome.ERROR : CallOutcome.UNANSWERED;
            return CallResponse.error(verdict, told);
        }
        try {
            Json error = applyPolicies(message.toError(ErrorObjects.of(told.error())));
            return CallResponse.error(CallOutcome.ERROR, new RpcException(RpcErrors.parse(error)));
        } catch (RpcException e) {
            return CallResponse.error(CallOutcome.REFUSED, e);
        } catch (LocalResultException e) {
            return CallResponse.result(CallOutcome.REFUSED, e.result());
        }
    }

    private Json applyPolicies(PolicyMessage now) {
        PolicyOutcome verdict = policies.evaluate(now);
        reports.addAll(verdict.reports());
        if (verdict.rejection() != null) {
            refused = true;
            throw toRefusalException(verdict.rejection());
        }
        return verdict.message().body();
    }

    private RuntimeException toRefusalException(PolicyRejection refusal) {
        if (!(refusal instanceof PolicyRejection.ToolError told) || !method.equals(Methods.CALL_TOOL)) {
            return RpcErrors.ofRefusal(refusal);
        }
        CallToolResult result = CallToolResult.error(told.text());
        return new LocalResultException(
                ProtocolCodec.of(message.revision(), null).encodeResult(method, result));
    }

    /** A question that the server asks in the course of this. */
    public InterceptedCall interceptServerRequest(Method<?, ?> asked, Json params, Revision revision) {
        return checkpoint.interceptServerRequest(message.caller(), asked, params, revision);
    }

    /** The params of a notification that the server sends in the course of this, or null when it may not go on. */
    @Nullable Json filterNotification(NotificationType<?> type, Json params, Revision revision) {
        return checkpoint.filterNotification(MessageDirection.TO_CLIENT, message.caller(), type, params, revision);
    }

    /** What became of it, when it is answered by a result. */
    CallOutcome resultOutcome() {
        boolean changed = !reports.isEmpty()
                && reports.stream().anyMatch(report -> report.action() == FindingReport.PolicyAction.CHANGED);
        return refused ? CallOutcome.REFUSED : changed ? CallOutcome.CHANGED : CallOutcome.PASSED;
    }

    /** What became of it, when it is answered by an error. */
    CallOutcome errorOutcome() {
        return refused ? CallOutcome.REFUSED : CallOutcome.ERROR;
    }

    /**
     * It is over, and this answers it.
     *
     * @throws RpcException to answer with that error instead
     */
    void complete(CallResponse settled) {
        RpcException error = settled.error();
        observer.onEnd(createCallEnd(settled.outcome(), settled.result(), error == null ? null : error.error()));
    }

    /**
     * Like {@link #complete(CallResponse)}, and tells the error to answer instead, or null, once the answer may be
     * sent.
     */
    void complete(CallResponse settled, Consumer<@Nullable RpcException> answer) {
        RpcException error = settled.error();
        observer.onEnd(
                createCallEnd(settled.outcome(), settled.result(), error == null ? null : error.error()), answer);
    }

    /** It is over, and nothing answers it. */
    void completeWithoutResponse(Throwable why) {
        failure = CallFailure.of(why);
        observer.onEnd(createCallEnd(CallOutcome.UNANSWERED, null, null), instead -> {});
    }

    private CallEnd createCallEnd(CallOutcome verdict, @Nullable Json result, @Nullable RpcError error) {
        markReturned();
        Duration time = Duration.ofNanos(System.nanoTime() - startedAt);
        return new CallEnd(
                verdict, reports, result, error, upstreamRevision, time, Duration.ofNanos(upstreamNanos), failure);
    }

    /** Leaves the way to the server behind with an answer for the client. */
    static final class LocalResultException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Json result;

        LocalResultException(Json result) {
            super("answered by the guard", null, false, false);
            this.result = result;
        }

        Json result() {
            return result;
        }
    }
}
