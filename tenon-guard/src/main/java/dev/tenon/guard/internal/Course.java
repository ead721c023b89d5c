package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.wire.Wire;

/** A call to the server behind, in the course of which that may say things, and in some courses ask. */
interface Course extends Ear {
    /** Whether it is one of those that servers ask something for. */
    default boolean mayBeAsked() {
        return false;
    }

    /** Answers a question of the server, and waits for that as long as it takes. */
    default Json asked(Method<?, ?> method, Json params, Wire back) throws Exception {
        throw new RpcException(ErrorCode.METHOD_NOT_FOUND, "The client cannot be asked " + method);
    }

    @Override
    default boolean wants(NotificationType<?> type, Json params) {
        return type.equals(Notifications.MESSAGE);
    }
}
