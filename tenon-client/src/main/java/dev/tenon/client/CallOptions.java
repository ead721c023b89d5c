package dev.tenon.client;

import dev.tenon.model.Meta;
import dev.tenon.model.ProgressParams;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How one call is made. Start from {@link #DEFAULT}: {@code CallOptions.DEFAULT.withTime(Duration.ofMinutes(5))}.
 *
 * @param time how long to wait for the answer, from the last news of progress on; null for the client's limit
 * @param progress told how far the call is, in order, on a thread of the client's; null for nobody, and then the server is not
 *     asked for news
 * @param cancellation by which another thread can cancel the call, or null
 * @param resend whether the call is sent again when the connection was lost before its answer came; it may then be carried out
 *     twice. Tools that are marked idempotent or read-only are sent again in any case
 * @param meta {@code _meta} of the request, such as a trace context
 */
public record CallOptions(
        @Nullable Duration time,
        @Nullable Consumer<ProgressParams> progress,
        @Nullable Cancellation cancellation,
        boolean resend,
        Meta meta) {
    /** Nothing special. */
    public static final CallOptions DEFAULT = new CallOptions(null, null, null, false, Meta.EMPTY);

    public CallOptions {
        if (time != null && (time.isNegative() || time.isZero())) {
            throw new IllegalArgumentException("A call needs some time, not " + time);
        }
    }

    /** With so much time. */
    public CallOptions withTime(Duration changed) {
        return new CallOptions(changed, progress, cancellation, resend, meta);
    }

    /** With somebody who is told of its progress. */
    public CallOptions onProgress(Consumer<ProgressParams> listener) {
        return new CallOptions(time, listener, cancellation, resend, meta);
    }

    /** With a way to cancel it. */
    public CallOptions cancelledBy(Cancellation changed) {
        return new CallOptions(time, progress, changed, resend, meta);
    }

    /** Sent again, or not, when the connection was lost. */
    public CallOptions resending(boolean changed) {
        return new CallOptions(time, progress, cancellation, changed, meta);
    }

    /** With {@code _meta}. */
    public CallOptions withMeta(Meta changed) {
        return new CallOptions(time, progress, cancellation, resend, changed);
    }
}
