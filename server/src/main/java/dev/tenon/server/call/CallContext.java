package dev.tenon.server.call;

import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Meta;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The request that a handler is working on: who calls, what the client supports, and methods that send progress, log
 * messages and input requests before the result. Valid until the handler returns; afterwards it sends nothing more.
 * Thread-safe.
 */
public interface CallContext {
    /** Returns the protocol revision that the client uses. */
    Revision revision();

    /** Returns the authenticated caller; empty if the transport does not authenticate. */
    Optional<CallerPrincipal> principal();

    /** Returns the name and version that the client reports. Not verified: use it for logs, never for decisions. */
    Optional<Implementation> clientInfo();

    /** Returns the capabilities that the client declared, for this request or for its session. */
    ClientCapabilities clientCapabilities();

    /** Returns the {@code _meta} of the request, including the trace context. */
    Meta meta();

    /**
     * Returns whether the client cancelled the request or its timeout expired. The thread of the handler is interrupted
     * as well.
     */
    boolean isCancelled();

    /**
     * Reports progress if the client requested it, and restarts the timeout of the request. A value that is not greater
     * than the previous one is dropped, because progress must increase; so are reports that exceed the rate limit.
     *
     * @param progress the progress so far
     * @param total the progress at the end, or null if unknown
     * @param message the current activity, or null
     */
    void reportProgress(double progress, @Nullable Double total, @Nullable String message);

    /** Reports progress without a message; see {@link #reportProgress(double, Double, String)}. */
    default void reportProgress(double progress, double total) {
        reportProgress(progress, total, null);
    }

    /**
     * Sends a log message to the client if the client wants messages of this level; otherwise does nothing. It must not
     * contain secrets.
     *
     * @param data any value that {@link dev.tenon.json.Json#of} accepts
     */
    void log(LogLevel level, String logger, Object data);

    /** Returns whether the client declared the capabilities that this input request needs. */
    boolean canRequestInput(ClientInputRequest<?> request);

    /**
     * Sends an input request to the client and returns its response. In a session, this method waits. In revision
     * 2026-07-28, it ends the handler; when the client retries with its response, the handler runs again from the
     * beginning, and {@code requestInput} returns the response (basic/patterns/mrtr). Code before it must therefore be
     * repeatable, or be in {@link #computeOnce}.
     *
     * @param key the name of this input request, unique in this handler
     * @throws dev.tenon.jsonrpc.RpcException -32021 if the client did not declare the required capability; -32602 in
     *     revisions before 2026-07-28
     * @throws ClientInputException if the client does not respond, or responds with an error or an invalid value
     */
    <T> ClientInputResponse<T> requestInput(String key, ClientInputRequest<T> request);

    /**
     * Sends several input requests in one round; see {@link #requestInput}.
     *
     * @param requests the input requests by key
     */
    ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> requests);

    /**
     * Computes a value and stores it for the repeated runs of this handler after {@link #requestInput}. This avoids
     * repeated work; it does not guarantee that the work is done only once, because a client can retry with an older
     * state.
     *
     * @param type the type of the value, which is stored as JSON
     */
    <T> T computeOnce(String key, Class<T> type, Callable<T> work) throws Exception;

    /**
     * Sets the timeout of this request to the given time from now, at most to
     * {@link dev.tenon.server.Limits#maxRequestDuration}. {@link #reportProgress} and input requests restart it.
     */
    void extendTimeout(Duration timeout);
}
