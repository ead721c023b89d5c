package dev.tenon.client;

import dev.tenon.model.Meta;
import dev.tenon.model.ProgressParams;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of one call. Start from {@link #DEFAULT}: {@code CallOptions.DEFAULT.withTimeout(Duration.ofMinutes(5))}.
 *
 * @param timeout how long the client waits for the response; each progress notification restarts it. Null for {@link
 *     ClientLimits#callTimeout}
 * @param progressListener receives the progress notifications of the call, in order, on a thread of the client. If
 *     null, the request carries no progress token
 * @param cancellation cancels the call from another thread; null if the call cannot be cancelled that way
 * @param resend whether the client sends the call again after it lost the connection before the response arrived; the
 *     server may then execute it twice. Tools that are marked idempotent or read-only are always sent again
 * @param meta the {@code _meta} of the request, such as a trace context
 */
public record CallOptions(
        @Nullable Duration timeout,
        @Nullable Consumer<ProgressParams> progressListener,
        @Nullable Cancellation cancellation,
        boolean resend,
        Meta meta) {
    /** The timeout of {@link ClientLimits}, no progress, no cancellation, no resending and no {@code _meta}. */
    public static final CallOptions DEFAULT = new CallOptions(null, null, null, false, Meta.EMPTY);

    public CallOptions {
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("timeout must be positive, got " + timeout);
        }
    }

    /** Returns these options with another timeout, which must be positive. */
    public CallOptions withTimeout(Duration changed) {
        return new CallOptions(changed, progressListener, cancellation, resend, meta);
    }

    /** Returns these options with a listener for progress notifications. */
    public CallOptions onProgress(Consumer<ProgressParams> listener) {
        return new CallOptions(timeout, listener, cancellation, resend, meta);
    }

    /** Returns these options with a cancellation. */
    public CallOptions withCancellation(Cancellation changed) {
        return new CallOptions(timeout, progressListener, changed, resend, meta);
    }

    /** Returns these options with resending after a lost connection switched on or off. */
    public CallOptions withResend(boolean changed) {
        return new CallOptions(timeout, progressListener, cancellation, changed, meta);
    }

    /** Returns these options with another {@code _meta}. */
    public CallOptions withMeta(Meta changed) {
        return new CallOptions(timeout, progressListener, cancellation, resend, changed);
    }
}
