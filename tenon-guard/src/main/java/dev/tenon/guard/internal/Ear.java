package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.wire.Wire;

/** Somebody in front who is told what the server behind says on its own. */
interface Ear {
    /** Whether it is for this one, where the server does not say for whom it is. By default it is not. */
    default boolean wants(NotificationType<?> type, Json params) {
        return false;
    }

    /** Passes it on. Must not wait for long. */
    void hear(NotificationType<?> type, Json params, Wire back);
}
