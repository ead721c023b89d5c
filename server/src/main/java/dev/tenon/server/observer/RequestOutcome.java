package dev.tenon.server.observer;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a request, as reported to a {@link ServerObserver}.
 *
 * @param result the result as sent; null for an error or without a response
 * @param error the error that was sent, or null
 * @param incident the id under which the exception of an unexpected failure is logged, or null
 * @param duration from the arrival of the request to its end
 */
public record RequestOutcome(
        OutcomeKind kind,
        @Nullable Json result,
        @Nullable RpcError error,
        @Nullable String incident,
        Duration duration) {
    /** How a request ends. */
    public enum OutcomeKind {
        /** A result. */
        DONE,
        /** A result that reports a failure of the tool ({@code isError}). */
        TOOL_ERROR,
        /** A result that requests input from the client (2026-07-28). */
        INPUT_REQUIRED,
        /** A JSON-RPC error. */
        ERROR,
        /** No response: the client cancelled the request or disconnected. */
        CANCELLED
    }
}
