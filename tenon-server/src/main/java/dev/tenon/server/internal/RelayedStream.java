package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.RelayStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream whose news somebody else has; what comes before it is open waits, within a bound. */
final class RelayedStream implements RelayStream {
    private static final int MOST_EARLY = 64;

    private final ActiveCall call;
    private final Hub hub;
    private final HoldQueue<Consumer<ListenStream>> early = new HoldQueue<>(MOST_EARLY);
    private volatile @Nullable ListenStream open;
    private volatile boolean ended;

    RelayedStream(ActiveCall call, Hub hub) {
        this.call = call;
        this.hub = hub;
        early.begin();
    }

    /** Says what is honoured, and then what has come meanwhile. */
    void open(SubscriptionFilter honoured) {
        ListenStream stream = new ListenStream(call, honoured, hub);
        call.run().atEnd(() -> hub.remove(stream));
        stream.open(hub);
        open = stream;
        early.release(action -> action.accept(stream));
        if (ended) {
            stream.end();
        }
        if (call.run().isOver()) {
            hub.remove(stream);
        }
    }

    @Override
    public void tell(NotificationType<?> type, Json params) {
        if (call.scope().wire().serverNotification(type.name()) == null) {
            return;
        }
        Consumer<ListenStream> telling = stream -> stream.tell(type, params);
        if (early.keeps(telling)) {
            return;
        }
        if (early.isHolding()) {
            // Too much waits: the client has to subscribe and to look again, so that it misses no change.
            end();
        } else {
            telling.accept(Objects.requireNonNull(open));
        }
    }

    @Override
    public void end() {
        ended = true;
        ListenStream stream = open;
        // Else open() ends it, after what came before.
        if (stream != null && !early.isHolding()) {
            stream.end();
        }
    }

    @Override
    public void whenOver(Runnable action) {
        call.run().atEnd(action);
    }
}
