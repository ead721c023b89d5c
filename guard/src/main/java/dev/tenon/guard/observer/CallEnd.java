package dev.tenon.guard.observer;

import dev.tenon.guard.policy.FindingReport;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of an observed call.
 *
 * @param outcome the outcome
 * @param reports the findings of policies for the request and the response
 * @param result the result of the response; null for an error or no response
 * @param error the error of the response; null for a result or no response
 * @param revision the revision of the receiving side; null if the request did not get there
 * @param duration the time from the arrival of the request to its end
 * @param upstreamTime the part of {@code duration} spent waiting for the receiving side
 * @param failure why the receiving side did not respond; null if it responded or was not called
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
     * Returns the result, or the error as an object with {@code code}, {@code message} and {@code data}; null if there
     * is no response.
     */
    public @Nullable Json response() {
        return error == null ? result : ErrorObjects.of(error);
    }

    /** Returns the time spent in the guard itself; not negative. */
    public Duration guardTime() {
        Duration own = duration.minus(upstreamTime);
        return own.isNegative() ? Duration.ZERO : own;
    }
}
