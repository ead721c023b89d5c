package dev.tenon.client.internal.inbound;

import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who wants to hear how far which call is (basic utilities, progress). */
public final class ProgressDispatcher {
    private final AtomicLong last = new AtomicLong();
    private final Map<ProgressToken, ProgressRegistration> wanted = new ConcurrentHashMap<>();
    private final NotificationQueue notices;

    public ProgressDispatcher(NotificationQueue notices) {
        this.notices = notices;
    }

    /** A token for a call; its deadline moves with every step forward. Give it back with {@link #unregister}. */
    public ProgressToken register(Consumer<ProgressParams> listener, Deadline deadline) {
        ProgressToken token = ProgressToken.of(last.incrementAndGet());
        DoubleAccumulator furthest = new DoubleAccumulator(Math::max, Double.NEGATIVE_INFINITY);
        wanted.put(token, new ProgressRegistration(listener, deadline, furthest));
        return token;
    }

    /** The call is over: nothing more is told of it, after what has come already. */
    public void unregister(@Nullable ProgressToken token) {
        if (token != null && wanted.remove(token) != null) {
            notices.flush();
        }
    }

    /** Whether somebody wanted to know that. What does not get further is no news. */
    public boolean dispatch(ProgressParams progress, int size) {
        ProgressRegistration by = wanted.get(progress.progressToken());
        if (by == null || !by.tryAdvance(progress.progress())) {
            return false;
        }
        by.deadline.extend();
        notices.enqueue(() -> by.listener.accept(progress), size, null);
        return true;
    }

    private record ProgressRegistration(
            Consumer<ProgressParams> listener, Deadline deadline, DoubleAccumulator furthest) {
        /** Called by the one thread that reads the answers of a call. */
        boolean tryAdvance(double progress) {
            boolean further = progress > furthest.get();
            furthest.accumulate(progress);
            return further;
        }
    }
}
