package dev.tenon.server.internal.request;

import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import java.util.Map;
import java.util.concurrent.Callable;

/** Sends input requests to the client: immediately over a session, or by a retry of the client. */
public interface InputRequester {
    /** Sends the input requests and returns the responses. */
    ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> requests, ActiveCall call);

    /** Computes a value once for all runs of a handler. By default, a handler runs only once. */
    default <T> T computeOnce(String key, Class<T> type, Callable<T> work) throws Exception {
        return work.call();
    }
}
