package dev.tenon.server.internal;

import dev.tenon.model.EmptyResult;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscribeParams;
import java.util.Objects;

/** The methods of the handshake era that change what a session is told. */
record SessionOperations(Hub hub) {
    Work setLevel(SetLevelParams params, ActiveCall call) {
        session(call).logLevel(params.level());
        return new Work.Done(EmptyResult.EMPTY);
    }

    Work unsubscribe(SubscribeParams params, ActiveCall call) {
        hub.unsubscribe(session(call), params.uri());
        return new Work.Done(EmptyResult.EMPTY);
    }

    /** These methods exist on handshake wires only, and those come with a session. */
    static Session session(ActiveCall call) {
        return Objects.requireNonNull(call.scope().session());
    }
}
