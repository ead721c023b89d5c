package dev.tenon.server.internal.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.forwarder.NotificationSink;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.PreOpenBuffer;
import dev.tenon.server.internal.request.SubscriptionStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream whose news somebody else has; what comes before it is open waits, within a bound. */
final class ForwardedSubscriptionSink implements NotificationSink {
    private static final int MAX_EARLY_NOTIFICATIONS = 64;

    private final ActiveCall call;
    private final ChangeBroadcaster hub;
    private final PreOpenBuffer<Consumer<SubscriptionStream>> preOpenBuffer =
            new PreOpenBuffer<>(MAX_EARLY_NOTIFICATIONS);
    private volatile @Nullable SubscriptionStream open;
    private volatile boolean ended;

    ForwardedSubscriptionSink(ActiveCall call, ChangeBroadcaster hub) {
        this.call = call;
        this.hub = hub;
        preOpenBuffer.startBuffering();
    }

    /** Says what is honoured, and then what has come meanwhile. */
    void open(SubscriptionFilter honoured) {
        SubscriptionStream stream = new SubscriptionStream(call, honoured, hub);
        call.execution().onCompletion(() -> hub.remove(stream));
        stream.open(hub);
        open = stream;
        preOpenBuffer.drainTo(action -> action.accept(stream));
        if (ended) {
            stream.end();
        }
        if (call.execution().isCompleted()) {
            hub.remove(stream);
        }
    }

    @Override
    public void sendNotification(NotificationType<?> type, Json params) {
        if (call.context().codec().findServerNotification(type.name()) == null) {
            return;
        }
        Consumer<SubscriptionStream> telling = stream -> stream.sendNotification(type, params);
        if (preOpenBuffer.tryBuffer(telling)) {
            return;
        }
        if (preOpenBuffer.isBuffering()) {
            // Too much waits: the client has to subscribe and to look again, so that it misses no change.
            end();
        } else {
            telling.accept(Objects.requireNonNull(open));
        }
    }

    @Override
    public void end() {
        ended = true;
        SubscriptionStream stream = open;
        // Else open() ends it, after what came before.
        if (stream != null && !preOpenBuffer.isBuffering()) {
            stream.end();
        }
    }

    @Override
    public void onClosed(Runnable action) {
        call.execution().onCompletion(action);
    }
}
