package dev.tenon.server.internal.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.SubscriptionSink;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.PreOpenBuffer;
import dev.tenon.server.internal.request.SubscriptionStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A subscription stream whose notifications come from a forwarder. Notifications that arrive before it opens are
 * buffered (at most 64).
 */
final class ForwardedSubscriptionSink implements SubscriptionSink {
    private static final int MAX_EARLY_NOTIFICATIONS = 64;

    private final ActiveCall call;
    private final ChangeBroadcaster broadcaster;
    private final PreOpenBuffer<Consumer<SubscriptionStream>> preOpenBuffer =
            new PreOpenBuffer<>(MAX_EARLY_NOTIFICATIONS);
    private volatile @Nullable SubscriptionStream open;
    private volatile boolean ended;

    ForwardedSubscriptionSink(ActiveCall call, ChangeBroadcaster broadcaster) {
        this.call = call;
        this.broadcaster = broadcaster;
        preOpenBuffer.startBuffering();
    }

    /** Opens the stream: sends the acknowledgement, then the buffered notifications. */
    void open(SubscriptionFilter acknowledged) {
        SubscriptionStream stream = SubscriptionStream.open(call, acknowledged, broadcaster);
        open = stream;
        preOpenBuffer.drainTo(action -> action.accept(stream));
        if (ended) {
            stream.end();
        }
    }

    @Override
    public void sendNotification(NotificationType<?> type, Json params) {
        if (call.context().codec().findServerNotification(type.name()) == null) {
            return;
        }
        Consumer<SubscriptionStream> delivery = stream -> stream.sendNotification(type, params);
        if (preOpenBuffer.tryBuffer(delivery)) {
            return;
        }
        if (preOpenBuffer.isBuffering()) {
            // The buffer is full: the stream ends, so that the client subscribes again and misses no change.
            end();
        } else {
            delivery.accept(Objects.requireNonNull(open));
        }
    }

    @Override
    public void end() {
        ended = true;
        SubscriptionStream stream = open;
        // Otherwise open() ends it, after the buffered notifications.
        if (stream != null && !preOpenBuffer.isBuffering()) {
            stream.end();
        }
    }

    @Override
    public void onClosed(Runnable action) {
        call.execution().onCompletion(action);
    }
}
