package dev.tenon.guard.internal.stateless;

import dev.tenon.client.RawResponse;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.forwarder.CallPipeline;
import dev.tenon.guard.internal.forwarder.ClientCapabilityCheck;
import dev.tenon.guard.internal.forwarder.DownstreamContext;
import dev.tenon.guard.internal.forwarder.UpstreamCall;
import dev.tenon.guard.internal.forwarder.UpstreamConnection;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;

/** A request of a client without session, which the upstream cannot ask anything meanwhile. */
class StatelessCall extends UpstreamCall {
    StatelessCall(Json params, DownstreamContext front, UpstreamConnection upstream, CallPipeline completion) {
        super(params, front, upstream, completion);
    }

    @Override
    public Json toKnownMethodResult(DownstreamContext asking, RawResponse answer) {
        Json result = asking.toDownstreamResult(method, answer);
        if (canRequireInput(asking, answer, result)
                && asking.codec().decodeResult(method, result) instanceof InputRequired asked) {
            asked.inputRequests().values().forEach(question -> requireDeclared(asking, question));
        }
        return result;
    }

    /** A result in the revision of the client that goes on as it came was read before: it asks if it says so. */
    @SuppressWarnings("ReferenceEquality")
    private boolean canRequireInput(DownstreamContext asking, RawResponse answer, Json result) {
        boolean isRead = result == answer.result()
                && answer.codec().revision() == asking.codec().revision();
        return method.mayRequireInput() && !(isRead && isComplete(result));
    }

    private static boolean isComplete(Json result) {
        Json type = result.get("resultType");
        return type != null && "complete".equals(type.string());
    }

    /** A client is not told of questions that it did not declare it can be asked (2026-07-28, MRTR). */
    private static void requireDeclared(DownstreamContext asking, InputRequest question) {
        if (!ClientCapabilityCheck.isDeclared(question, asking.call().clientCapabilities())) {
            throw new RpcException(
                    ErrorCode.INTERNAL_ERROR,
                    "The server behind this guard asks for what the client did not declare: " + question.method());
        }
    }

    @Override
    public Json toResult(DownstreamContext asking, RuntimeException why) {
        if (why instanceof ServerErrorException error && !isUnknownMethod) {
            return UrlElicitationAdapter.toInputRequired(error, method, asking);
        }
        throw why;
    }

    @Override
    public boolean acceptsRequests() {
        return false;
    }

    @Override
    public void onNotification(NotificationType<?> type, Json news, ProtocolCodec back) {
        DownstreamContext waiting = currentDownstream();
        if (waiting != null && isUnknownMethod) {
            waiting.sendNotification(type, news, back);
        } else if (waiting != null && type.equals(Notifications.MESSAGE)) {
            waiting.sendLogMessage(news, back);
        }
    }
}
