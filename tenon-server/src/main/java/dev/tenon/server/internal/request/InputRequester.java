package dev.tenon.server.internal.request;

import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import java.util.Map;
import java.util.concurrent.Callable;

/** How a question reaches the client: over the session at once, or by way of the client's retry. */
public interface InputRequester {
    /** Puts the questions and returns the answers. */
    ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> asks, ActiveCall call);

    /** Computes a value once for all runs of a handler. By default a handler runs once only. */
    default <T> T computeOnce(String key, Class<T> type, Callable<T> work) throws Exception {
        return work.call();
    }
}
