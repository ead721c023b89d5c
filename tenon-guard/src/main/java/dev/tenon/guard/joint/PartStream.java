package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.server.RelayStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The part of one member in a stream. */
final class PartStream implements RelayStream {
    private final Seat seat;
    private final RelayStream whole;
    private final Common common;
    private final Consumer<PartStream> ended;
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

    PartStream(Seat seat, RelayStream whole, Common common, Consumer<PartStream> ended) {
        this.seat = seat;
        this.whole = whole;
        this.common = common;
        this.ended = ended;
    }

    @Override
    public void tell(NotificationType<?> type, Json params) {
        if (type.equals(Notifications.RESOURCES_CHANGED)) {
            common.whereabouts.forget(seat);
        }
        if (!over.isDone()) {
            whole.tell(type, params);
        }
    }

    @Override
    public void end() {
        if (!over.isDone()) {
            finish();
            ended.accept(this);
        }
    }

    @Override
    public void whenOver(Runnable action) {
        var unused = over.thenRun(action);
    }

    /** It is over for the member; the whole may go on. */
    void finish() {
        over.complete(null);
    }
}
