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
 * The request that a handler is working on: who asks, what it may use of the client, and the way to say something
 * before the result. Good until the handler returns; afterwards everything it is told is dropped. Safe for several
 * threads.
 */
public interface CallContext {
    /** The revision of the protocol that this client speaks. */
    Revision revision();

    /** Who calls, where the transport authenticates. */
    Optional<CallerPrincipal> principal();

    /** How the client names itself. Self-reported: good for logs, never for decisions. */
    Optional<Implementation> clientInfo();

    /** What the client declared it can do: for this request, or for its session. */
    ClientCapabilities clientCapabilities();

    /** The {@code _meta} of the request, trace context included. */
    Meta meta();

    /** Whether the client no longer waits, or the time is up. The handler's thread is interrupted as well. */
    boolean isCancelled();

    /**
     * Reports progress, if the client asked for it; else does nothing. It also starts the request's time anew. A value
     * that is not above the one before is dropped, as progress only ever increases; so is what comes too fast to be of
     * use.
     *
     * @param progress how far it is
     * @param total how far it goes, or null when unknown
     * @param message what is going on, or null
     */
    void reportProgress(double progress, @Nullable Double total, @Nullable String message);

    /** Reports progress without a message. */
    default void reportProgress(double progress, double total) {
        reportProgress(progress, total, null);
    }

    /**
     * Sends a log message to the client, if it wants messages of that level; else does nothing. Nothing secret belongs
     * in it: the client is another party.
     *
     * @param data anything that {@link dev.tenon.json.Json#of} takes
     */
    void log(LogLevel level, String logger, Object data);

    /** Whether the client declared what this question needs. */
    boolean canRequestInput(ClientInputRequest<?> ask);

    /**
     * Asks the client, and returns what was answered. On a session this waits. Under 2026-07-28 the handler ends here
     * and runs again from its beginning when the client comes back with the answer; then {@code ask} returns it. So
     * whatever the handler does before must be repeatable, or stand in {@link #computeOnce}.
     *
     * @param key names this question among all that this handler asks
     * @throws dev.tenon.jsonrpc.RpcException -32021 when the client cannot be asked this
     * @throws ClientInputException when the client fails to answer
     */
    <T> ClientInputResponse<T> requestInput(String key, ClientInputRequest<T> ask);

    /** Asks several things in one round; see {@link #requestInput}. */
    ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> asks);

    /**
     * Computes a value, and remembers it for the runs of this handler that follow an {@link #requestInput}. It saves
     * work; it does not promise that the work is done only once, since a client can come back with an older state.
     *
     * @param type the type of the value, which is kept as JSON
     */
    <T> T computeOnce(String key, Class<T> type, Callable<T> work) throws Exception;

    /** Gives this request this much time from now, up to the server's hard stop. */
    void extendTimeout(Duration time);
}
