package dev.tenon.guard.internal;

import dev.tenon.client.ServerErrorException;
import dev.tenon.client.WireAnswer;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.wire.Wire;

/** A request of a client without session, which the upstream cannot ask anything meanwhile. */
class StatelessCall extends ForwardedCall {
    StatelessCall(Json params, Front front, Upstream upstream, FilteredCall completion) {
        super(params, front, upstream, completion);
    }

    @Override
    Json known(Front asking, WireAnswer answer) {
        Json result = asking.result(method, answer);
        if (mayAsk(asking, answer, result)
                && asking.wire().decodeResult(method, result) instanceof InputRequired asked) {
            asked.inputRequests().values().forEach(question -> checkDeclared(asking, question));
        }
        return result;
    }

    /** A result in the revision of the client that goes on as it came was read before: it asks if it says so. */
    @SuppressWarnings("ReferenceEquality")
    private boolean mayAsk(Front asking, WireAnswer answer, Json result) {
        boolean isRead = result == answer.result()
                && answer.wire().revision() == asking.wire().revision();
        return method.mayRequireInput() && !(isRead && isComplete(result));
    }

    private static boolean isComplete(Json result) {
        Json type = result.get("resultType");
        return type != null && "complete".equals(type.string());
    }

    /** A client is not told of questions that it did not declare it can be asked (2026-07-28, MRTR). */
    private static void checkDeclared(Front asking, InputRequest question) {
        if (!Declared.covers(question, asking.call().clientCapabilities())) {
            throw new RpcException(
                    ErrorCode.INTERNAL_ERROR,
                    "The server behind this guard asks for what the client did not declare: " + question.method());
        }
    }

    @Override
    Json result(Front asking, RuntimeException why) {
        if (why instanceof ServerErrorException error && !isUnknownMethod) {
            return UrlsFirst.instead(error, method, asking);
        }
        throw why;
    }

    @Override
    boolean mayBeAsked() {
        return false;
    }

    @Override
    public void hear(NotificationType<?> type, Json news, Wire back) {
        Front waiting = current();
        if (waiting != null && isUnknownMethod) {
            waiting.tell(type, news, back);
        } else if (waiting != null && type.equals(Notifications.MESSAGE)) {
            waiting.log(news, back);
        }
    }
}
