package dev.tenon.guard.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.wire.Wire;

/** One request of a client without session on its way to the server behind, which cannot ask anything meanwhile. */
final class RequestCall implements Course {
    private final Method<?, ?> method;
    private final Json params;
    private final Front front;

    /** {@code params} may go on as they are. */
    RequestCall(Method<?, ?> method, Json params, Front front) {
        this.method = method;
        this.params = params;
        this.front = front;
    }

    Method<?, ?> method() {
        return method;
    }

    Json params() {
        return params;
    }

    Front front() {
        return front;
    }

    /** Makes the call, and gives the result in the words of the front. */
    Json through(Upstream upstream) {
        front.call().logLevel().ifPresent(upstream::wantLogs);
        return judged(upstream.call(call(upstream, new Cancellation()), this));
    }

    /** The call as it is made behind. */
    WireCall call(Upstream upstream, Cancellation cancellation) {
        return new WireCall(
                method,
                back -> front.to(back).params(method, params, front.about()),
                front.options(method, cancellation, news -> front.progress(news, upstream)),
                this);
    }

    /** The result, in the words of the front, that this answer holds. */
    Json judged(WireAnswer answer) {
        Json result = front.result(method, answer);
        if (mayAsk(answer, result) && front.wire().decodeResult(method, result) instanceof InputRequired asked) {
            asked.inputRequests().values().forEach(this::checkDeclared);
        }
        return result;
    }

    /** What came in the revision of the front, and goes on as it came, was read by the client: it asks if it says so. */
    @SuppressWarnings("ReferenceEquality")
    private boolean mayAsk(WireAnswer answer, Json result) {
        boolean read = result == answer.result()
                && answer.wire().revision() == front.wire().revision();
        return method.mayRequireInput() && !(read && isComplete(result));
    }

    private static boolean isComplete(Json result) {
        Json type = result.get("resultType");
        return type != null && "complete".equals(type.string());
    }

    /** A client is not told of questions that it did not declare it can be asked (2026-07-28, MRTR). */
    private void checkDeclared(InputRequest question) {
        if (!Declared.covers(question, front.call().clientCapabilities())) {
            throw new RpcException(
                    ErrorCode.INTERNAL_ERROR,
                    "The server behind this guard asks for what the client did not declare: " + question.method());
        }
    }

    @Override
    public void hear(NotificationType<?> type, Json news, Wire back) {
        if (type.equals(Notifications.MESSAGE)) {
            front.log(news, back);
        }
    }
}
