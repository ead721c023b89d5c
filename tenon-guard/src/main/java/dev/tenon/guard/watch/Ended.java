package dev.tenon.guard.watch;

import dev.tenon.guard.policy.Report;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an exchange ended.
 *
 * @param verdict what became of it
 * @param reports what policies found, on either way
 * @param result what is answered; null for an error or no answer
 * @param error the error that is answered; null for a result or no answer
 * @param revision the revision that was spoken behind; null when it did not get there
 * @param time from the arrival of the request to its end
 * @param behind how much of that was waiting for the other side
 * @param failure why the other side gave no answer; null when it gave one, or was not asked
 */
public record Ended(
        CallVerdict verdict,
        List<Report> reports,
        @Nullable Json result,
        @Nullable RpcError error,
        @Nullable Revision revision,
        Duration time,
        Duration behind,
        @Nullable Failure failure) {
    public Ended {
        reports = List.copyOf(reports);
    }

    /** The result, or the error as an object with {@code code}, {@code message} and {@code data}; null for no answer. */
    public @Nullable Json answer() {
        return error == null ? result : ErrorObject.of(error);
    }

    /** The time spent in the guard itself. */
    public Duration guard() {
        Duration own = time.minus(behind);
        return own.isNegative() ? Duration.ZERO : own;
    }
}
