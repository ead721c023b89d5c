package dev.tenon.server.internal;

import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import java.util.Map;
import java.util.concurrent.Callable;

/** How a question reaches the client: over the session at once, or by way of the client's retry. */
interface Asking {
    /** Puts the questions and returns the answers. */
    Answers ask(Map<String, ? extends Ask<?>> asks, ActiveCall call);

    /** Computes a value once for all runs of a handler. By default a handler runs once only. */
    default <T> T once(String key, Class<T> type, Callable<T> work) throws Exception {
        return work.call();
    }
}
