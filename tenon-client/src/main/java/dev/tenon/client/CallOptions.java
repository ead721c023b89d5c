package dev.tenon.client;

import dev.tenon.model.Meta;
import dev.tenon.model.ProgressParams;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How one call is made. Start from {@link #DEFAULT}: {@code CallOptions.DEFAULT.withTime(Duration.ofMinutes(5))}.
 *
 * @param timeout how long to wait for the answer, from the last news of progress on; null for the client's limit
 * @param progressListener told how far the call is, in order, on a thread of the client's; null for nobody, and then
 *     the server is not asked for news
 * @param cancellation by which another thread can cancel the call, or null
 * @param resend whether the call is sent again when the connection was lost before its answer came; it may then be
 *     carried out twice. Tools that are marked idempotent or read-only are sent again in any case
 * @param meta {@code _meta} of the request, such as a trace context
 */
public record CallOptions(
        @Nullable Duration timeout,
        @Nullable Consumer<ProgressParams> progressListener,
        @Nullable Cancellation cancellation,
        boolean resend,
        Meta meta) {
    /** Nothing special. */
    public static final CallOptions DEFAULT = new CallOptions(null, null, null, false, Meta.EMPTY);

    public CallOptions {
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("A call needs some time, not " + timeout);
        }
    }

    /** With so much time. */
    public CallOptions withTimeout(Duration changed) {
        return new CallOptions(changed, progressListener, cancellation, resend, meta);
    }

    /** With somebody who is told of its progress. */
    public CallOptions onProgress(Consumer<ProgressParams> listener) {
        return new CallOptions(timeout, listener, cancellation, resend, meta);
    }

    /** With a way to cancel it. */
    public CallOptions withCancellation(Cancellation changed) {
        return new CallOptions(timeout, progressListener, changed, resend, meta);
    }

    /** Sent again, or not, when the connection was lost. */
    public CallOptions withResend(boolean changed) {
        return new CallOptions(timeout, progressListener, cancellation, changed, meta);
    }

    /** With {@code _meta}. */
    public CallOptions withMeta(Meta changed) {
        return new CallOptions(timeout, progressListener, cancellation, resend, changed);
    }
}
