package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.server.RelayStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The part of one member in a stream. */
final class PartStream implements RelayStream {
    private final Seat seat;
    private final RelayStream whole;
    private final Common common;
    private final Consumer<PartStream> ended;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> actions = new ArrayList<>();
    private volatile boolean over;

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
        if (!over) {
            whole.tell(type, params);
        }
    }

    @Override
    public void end() {
        if (!over) {
            finish();
            ended.accept(this);
        }
    }

    @Override
    public void whenOver(Runnable action) {
        lock.lock();
        try {
            if (!over) {
                actions.add(action);
                return;
            }
        } finally {
            lock.unlock();
        }
        action.run();
    }

    /** It is over for the member; the whole may go on. */
    void finish() {
        List<Runnable> now;
        lock.lock();
        try {
            over = true;
            now = List.copyOf(actions);
            actions.clear();
        } finally {
            lock.unlock();
        }
        now.forEach(Runnable::run);
    }
}
