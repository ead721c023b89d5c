package dev.tenon.guard.internal;

import dev.tenon.client.WireAnswer;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Refusal;
import dev.tenon.guard.policy.Verdict;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.wire.Wire;

/** One request at the checkpoint: on its way there, in the words of the client, and back, in those of the server. */
final class Crossing {
    private final Policies policies;
    private final Passage passage;
    private final Method<?, ?> method;

    Crossing(Policies policies, Passage passage, Method<?, ?> method) {
        this.policies = policies;
        this.passage = passage;
        this.method = method;
    }

    /**
     * The params that may go on.
     *
     * @throws Answered when it is answered here
     * @throws RpcException when it is refused
     */
    Json there() {
        Verdict verdict = policies.apply(passage);
        if (verdict.refusal() != null) {
            throw refused(verdict.refusal());
        }
        return verdict.passage().body();
    }

    /**
     * The result that may go on.
     *
     * @throws Answered when something else is answered
     * @throws RpcException when it is refused
     */
    Json back(WireAnswer answer) {
        Verdict verdict = policies.apply(
                passage.result(answer.result()).withRevision(answer.wire().revision()));
        if (verdict.refusal() != null) {
            throw refused(verdict.refusal());
        }
        return verdict.passage().body();
    }

    private RuntimeException refused(Refusal refusal) {
        if (refusal instanceof Refusal.Busy busy) {
            return new RpcException(busy.error());
        }
        if (!(refusal instanceof Refusal.ToolError told)) {
            return new RpcException(((Refusal.Error) refusal).error());
        }
        return method.equals(Methods.CALL_TOOL)
                ? new Answered(
                        Wire.of(passage.revision(), null).encodeResult(method, CallToolResult.error(told.text())))
                : new RpcException(ErrorCode.INVALID_PARAMS, told.text());
    }

    /** Leaves the way to the server behind with an answer for the client. */
    static final class Answered extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Json result;

        Answered(Json result) {
            super("answered by the guard", null, false, false);
            this.result = result;
        }

        Json result() {
            return result;
        }
    }
}
