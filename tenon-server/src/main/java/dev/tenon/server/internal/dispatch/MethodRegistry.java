package dev.tenon.server.internal.dispatch;

import dev.tenon.model.Method;
import dev.tenon.model.Params;
import org.jspecify.annotations.Nullable;

/** What the methods of a server do. */
public interface MethodRegistry {
    /** What the method does, or null when this server does not have it. */
    <P extends Params> @Nullable MethodHandler<P> find(Method<P, ?> method);

    /**
     * Whether somebody else answers: then a state that a client brings back may be that one's, and is not looked into.
     */
    default boolean isForwarding() {
        return false;
    }
}
