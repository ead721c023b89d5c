package dev.tenon.guard.observer;

import dev.tenon.guard.policy.FindingReport;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an exchange ended.
 *
 * @param outcome what became of it
 * @param reports what policies found, on either way
 * @param result what is answered; null for an error or no answer
 * @param error the error that is answered; null for a result or no answer
 * @param revision the revision that was spoken behind; null when it did not get there
 * @param duration from the arrival of the request to its end
 * @param upstreamTime how much of that was waiting for the other side
 * @param failure why the other side gave no answer; null when it gave one, or was not asked
 */
public record CallEnd(
        CallOutcome outcome,
        List<FindingReport> reports,
        @Nullable Json result,
        @Nullable RpcError error,
        @Nullable Revision revision,
        Duration duration,
        Duration upstreamTime,
        @Nullable CallFailure failure) {
    public CallEnd {
        reports = List.copyOf(reports);
    }

    /**
     * The result, or the error as an object with {@code code}, {@code message} and {@code data}; null for no answer.
     */
    public @Nullable Json response() {
        return error == null ? result : ErrorObjects.of(error);
    }

    /** The time spent in the guard itself. */
    public Duration guardTime() {
        Duration own = duration.minus(upstreamTime);
        return own.isNegative() ? Duration.ZERO : own;
    }
}
