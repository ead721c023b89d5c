package dev.tenon.guard.internal.stateless;

import dev.tenon.client.RawResponse;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.forwarder.CallPipeline;
import dev.tenon.guard.internal.forwarder.ClientCapabilityCheck;
import dev.tenon.guard.internal.forwarder.DownstreamCall;
import dev.tenon.guard.internal.forwarder.UpstreamCall;
import dev.tenon.guard.internal.forwarder.UpstreamConnection;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;

/** A call of a client without a session, during which the upstream cannot send requests. */
class StatelessCall extends UpstreamCall {
    StatelessCall(Json params, ProtocolCodec codec, UpstreamConnection upstream, CallPipeline pipeline) {
        super(params, codec, upstream, pipeline);
    }

    @Override
    public Json toFilteredClientResult(DownstreamCall downstream, RawResponse response) {
        Json result = downstream.filterAndTranslateResult(method, response);
        if (mayBeInputRequired(downstream, response, result)
                && downstream.codec().decodeResult(method, result) instanceof InputRequired inputRequired) {
            inputRequired.inputRequests().values().forEach(inputRequest -> requireDeclared(downstream, inputRequest));
        }
        return result;
    }

    /**
     * Returns whether a result can be an input-required result. An unchanged result in the client's revision was
     * validated before, so its {@code resultType} is reliable.
     */
    @SuppressWarnings("ReferenceEquality")
    private boolean mayBeInputRequired(DownstreamCall downstream, RawResponse response, Json result) {
        boolean isUnchanged = result == response.result()
                && response.codec().revision() == downstream.codec().revision();
        return method.mayRequireInput() && !(isUnchanged && "complete".equals(result.string("resultType")));
    }

    /**
     * Rejects input requests for which the client declared no capability (2026-07-28, multi round-trip requests).
     *
     * @throws RpcException -32603, for the client; {@link ClientCapabilityCheck#requireDeclared} throws -32601, for the
     *     server
     */
    private static void requireDeclared(DownstreamCall downstream, InputRequest inputRequest) {
        if (!ClientCapabilityCheck.isDeclared(inputRequest, downstream.call().clientCapabilities())) {
            String text = "The upstream server requires a capability that the client did not declare: ";
            throw new RpcException(ErrorCode.INTERNAL_ERROR, text + inputRequest.method());
        }
    }

    @Override
    public Json toResult(DownstreamCall downstream, RuntimeException problem) {
        if (problem instanceof ServerErrorException error && !isUnknownMethod) {
            return UrlElicitationAdapter.toInputRequiredOrRethrow(error, method, downstream);
        }
        throw problem;
    }

    @Override
    public boolean acceptsServerRequests() {
        return false;
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params, ProtocolCodec upstreamCodec) {
        DownstreamCall current = currentDownstream();
        if (current != null && isUnknownMethod) {
            current.sendNotification(type, params, upstreamCodec);
        } else if (current != null && type.equals(Notifications.MESSAGE)) {
            current.sendLogMessage(params, upstreamCodec);
        }
    }
}
