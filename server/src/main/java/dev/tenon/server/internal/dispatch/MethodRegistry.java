package dev.tenon.server.internal.dispatch;

import dev.tenon.model.Method;
import dev.tenon.model.Params;
import org.jspecify.annotations.Nullable;

/** Finds the handlers of the methods that a server supports. */
public interface MethodRegistry {
    /** Returns the handler of a method, or null if this server does not support it. */
    <P extends Params> @Nullable MethodHandler<P> findHandler(Method<P, ?> method);

    /**
     * Returns whether requests are forwarded. The state that a client returns may then belong to the upstream server,
     * and is not opened here.
     */
    default boolean isForwarding() {
        return false;
    }
}
