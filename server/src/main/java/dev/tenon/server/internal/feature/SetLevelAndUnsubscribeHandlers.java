package dev.tenon.server.internal.feature;

import dev.tenon.model.EmptyResult;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscribeParams;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.ServerSession;
import java.util.Objects;

/** Handles the methods of handshake revisions that change which notifications a session receives. */
record SetLevelAndUnsubscribeHandlers(ChangeBroadcaster broadcaster) {
    ExecutionPlan setLevel(SetLevelParams params, ActiveCall call) {
        requireSession(call).logLevel(params.level());
        return new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
    }

    ExecutionPlan unsubscribe(SubscribeParams params, ActiveCall call) {
        broadcaster.unsubscribe(requireSession(call), params.uri());
        return new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
    }

    /** Returns the session, which always exists: these methods belong to handshake revisions only. */
    static ServerSession requireSession(ActiveCall call) {
        return Objects.requireNonNull(call.context().session());
    }
}
