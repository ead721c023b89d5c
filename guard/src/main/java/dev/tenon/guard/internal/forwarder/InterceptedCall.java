package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.RawResponse;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallFailure;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.ErrorObjects;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.call.ClientInputException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response as they pass the policies. Policies see a request in the revision of its sender and a
 * response in the revision of its sender. The policies that were current at the start of the call apply throughout.
 */
public final class InterceptedCall {
    private final MessageInterceptor interceptor;
    private final PolicyChain policies;
    private final Method<?, ?> method;
    private final SingleCallObserver observer;
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
     * Starts observing the call, to which these policies apply.
     *
     * @throws RpcException if an observer must record the call and cannot
     */
    InterceptedCall(MessageInterceptor interceptor, PolicyChain policies, CallStart callStart, Method<?, ?> method) {
        this.interceptor = interceptor;
        this.policies = policies;
        this.message = callStart.request();
        this.method = method;
        this.observer = interceptor.observer().onCallStart(callStart);
    }

    PolicyChain policies() {
        return policies;
    }

    /** Returns the called tool if the policies need its definition; else null. */
    @Nullable String toolNeedingDefinition() {
        return policies != PolicyChain.NONE && method.equals(Methods.CALL_TOOL) ? message.targetName() : null;
    }

    /**
     * Applies the policies to the request.
     *
     * @param definition the server's definition of the called tool, or null
     * @return the params to forward
     * @throws LocalResultException if the guard responds with a result itself
     * @throws RpcException if the request is rejected
     */
    Json filterRequest(@Nullable Json definition) {
        message = message.withTarget(message.targetName(), definition);
        Json params = observer.beforeSend(applyPolicies(message));
        markSent();
        return params;
    }

    /** Records that the request is sent, possibly again. */
    void markSent() {
        sentAt = System.nanoTime();
        isSent = true;
    }

    private void recordUpstreamTime() {
        if (isSent) {
            upstreamNanos += System.nanoTime() - sentAt;
            isSent = false;
        }
    }

    /** Applies the policies to a result; see {@link #filterResult(Json, Revision)}. */
    Json filterResult(RawResponse response) {
        return filterResult(response.result(), response.codec().revision());
    }

    /**
     * Applies the policies to a result.
     *
     * @return the result to forward
     * @throws LocalResultException if the guard responds with another result
     * @throws RpcException if the result is rejected
     */
    public Json filterResult(Json result, Revision revision) {
        recordUpstreamTime();
        upstreamRevision = revision;
        return applyPolicies(message.toResult(result).withRevision(revision));
    }

    /**
     * Returns the response for a failure of the upstream. Error responses of the server pass the policies like results.
     */
    CallResponse toFailureResponse(McpClientException problem, RpcException clientError) {
        recordUpstreamTime();
        failure = CallFailure.of(problem);
        if (!(problem instanceof ServerErrorException)) {
            CallOutcome outcome =
                    problem instanceof InvalidResponseException ? CallOutcome.ERROR : CallOutcome.UNANSWERED;
            return CallResponse.error(outcome, clientError);
        }
        try {
            Json error = applyPolicies(message.toError(ErrorObjects.of(clientError.error())));
            return CallResponse.error(CallOutcome.ERROR, new RpcException(parseError(error)));
        } catch (RpcException e) {
            return CallResponse.error(CallOutcome.REFUSED, e);
        } catch (LocalResultException e) {
            return CallResponse.result(CallOutcome.REFUSED, e.result);
        }
    }

    private Json applyPolicies(PolicyMessage policyMessage) {
        PolicyOutcome outcome = policies.evaluate(policyMessage);
        reports.addAll(outcome.reports());
        if (outcome.rejection() != null) {
            refused = true;
            throw toRpcOrLocalResultException(outcome.rejection());
        }
        return outcome.message().body();
    }

    private RuntimeException toRpcOrLocalResultException(PolicyRejection rejection) {
        if (rejection instanceof PolicyRejection.BusyError busy) {
            return new RpcException(busy.toRpcError());
        }
        if (rejection instanceof PolicyRejection.ProtocolError error) {
            return new RpcException(error.error());
        }
        String text = ((PolicyRejection.ToolError) rejection).text();
        if (!method.equals(Methods.CALL_TOOL)) {
            return new RpcException(ErrorCode.INVALID_PARAMS, text);
        }
        CallToolResult result = CallToolResult.error(text);
        return new LocalResultException(
                ProtocolCodec.of(message.revision(), null).encodeResult(method, result));
    }

    /** Parses an error object; {@link ErrorObjects#of} is the inverse. */
    private static RpcError parseError(Json error) {
        Json code = error.get("code");
        int number = code == null ? ErrorCode.INTERNAL_ERROR : Integer.parseInt(code.toString());
        String text = error.string("message");
        return new RpcError(number, text == null ? "" : text, error.get("data"));
    }

    /** Starts the call for a request that the server sends in the course of this call. */
    InterceptedCall startInterceptedServerCall(Method<?, ?> requestMethod, Json params, Revision revision) {
        return interceptor.startInterceptedServerCall(message.caller(), requestMethod, params, revision);
    }

    /** Sends a request to the client and waits for the response. */
    @FunctionalInterface
    public interface ClientRequestSender {
        /**
         * Sends a request with these params; params and result are in the revision of the server.
         *
         * @throws ClientInputException if the client does not respond
         */
        Json send(Json params) throws InterruptedException;
    }

    /**
     * Sends this request of the server to the client and returns its result, both through the policies.
     *
     * @param clientRevision the revision of the client
     * @throws RpcException the error for the server
     */
    Json askClient(Revision clientRevision, ClientRequestSender sender) throws InterruptedException {
        CallResponse response;
        try {
            Json result = filterResult(sender.send(filterRequest(null)), clientRevision);
            response = CallResponse.result(resultOutcome(), result);
        } catch (ClientInputException e) {
            response = CallResponse.error(
                    errorOutcome(), new RpcException(ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (RpcException e) {
            response = CallResponse.error(errorOutcome(), e);
        } catch (InterruptedException | RuntimeException e) {
            reportEndWithoutResponse(e);
            throw e;
        }
        reportEnd(response);
        return response.resultOrThrow();
    }

    /**
     * Applies the policies to a notification that the server sends in the course of this call; returns its params, or
     * null if it is rejected.
     */
    @Nullable Json filterNotification(NotificationType<?> type, Json params, Revision revision) {
        return interceptor.filterNotification(MessageDirection.TO_CLIENT, message.caller(), type, params, revision);
    }

    /** Returns the outcome of this call if the response is a result. */
    CallOutcome resultOutcome() {
        boolean changed = !reports.isEmpty()
                && reports.stream().anyMatch(report -> report.action() == FindingReport.PolicyAction.CHANGED);
        return refused ? CallOutcome.REFUSED : changed ? CallOutcome.CHANGED : CallOutcome.PASSED;
    }

    /** Returns the outcome of this call if the response is an error. */
    CallOutcome errorOutcome() {
        return refused ? CallOutcome.REFUSED : CallOutcome.ERROR;
    }

    /**
     * Reports to the observer that the call ends with this response.
     *
     * @throws RpcException the error to respond with instead
     */
    void reportEnd(CallResponse response) {
        observer.onEnd(createCallEnd(response.outcome(), response.result(), response.error()));
    }

    /**
     * Like {@link #reportEnd(CallResponse)}, but passes the error to respond with instead, or null, to {@code onReady}
     * once the response may be sent.
     */
    void reportEnd(CallResponse response, Consumer<@Nullable RpcException> onReady) {
        observer.onEnd(createCallEnd(response.outcome(), response.result(), response.error()), onReady);
    }

    /** Reports to the observer that the call ends without a response. */
    void reportEndWithoutResponse(Throwable why) {
        failure = CallFailure.of(why);
        observer.onEnd(createCallEnd(CallOutcome.UNANSWERED, null, null), replacement -> {});
    }

    private CallEnd createCallEnd(CallOutcome outcome, @Nullable Json result, @Nullable RpcException problem) {
        recordUpstreamTime();
        Duration duration = Duration.ofNanos(System.nanoTime() - startedAt);
        RpcError error = problem == null ? null : problem.error();
        return new CallEnd(
                outcome, reports, result, error, upstreamRevision, duration, Duration.ofNanos(upstreamNanos), failure);
    }

    /** Skips the upstream call and responds with this result. */
    static final class LocalResultException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient Json result;

        LocalResultException(Json result) {
            super("The guard responds itself", null, false, false);
            this.result = result;
        }
    }
}
