package dev.tenon.server.observer;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a request ended, as an {@link ServerObserver} sees it.
 *
 * @param result what was answered, as sent; null for an error or no answer
 * @param error the error that was answered, or null
 * @param incident the id under which the log holds the exception of an unexpected failure, or null
 * @param duration from its arrival to its end
 */
public record RequestOutcome(
        OutcomeKind kind,
        @Nullable Json result,
        @Nullable RpcError error,
        @Nullable String incident,
        Duration duration) {
    /** The ways in which a request ends. */
    public enum OutcomeKind {
        /** With a result. */
        DONE,
        /** With a result that says that the tool failed ({@code isError}). */
        TOOL_ERROR,
        /** With a question to the client (2026-07-28). */
        INPUT_REQUIRED,
        /** With a JSON-RPC error. */
        ERROR,
        /** Without an answer: the client cancelled it, or went away. */
        CANCELLED
    }
}
