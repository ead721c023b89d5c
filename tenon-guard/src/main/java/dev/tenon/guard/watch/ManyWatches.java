package dev.tenon.guard.watch;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Several who watch one exchange. */
record ManyWatches(List<CallWatch> watches) implements AsyncCallWatch {
    static CallWatch begun(List<GuardObserver> observers, Exchange exchange) {
        List<CallWatch> watches = new ArrayList<>(observers.size());
        try {
            observers.forEach(observer -> watches.add(observer.begun(exchange)));
        } catch (RpcException e) {
            new ManyWatches(watches)
                    .ended(
                            new Ended(
                                    CallVerdict.REFUSED,
                                    List.of(),
                                    null,
                                    e.error(),
                                    null,
                                    Duration.ZERO,
                                    Duration.ZERO,
                                    null),
                            answer -> {});
            throw e;
        }
        return new ManyWatches(watches);
    }

    @Override
    public Json leaving(Json params) {
        Json now = params;
        for (CallWatch watch : watches) {
            now = watch.leaving(now);
        }
        return now;
    }

    /** Every one is told, whatever the others say of it. */
    @Override
    public void ended(Ended how, Consumer<@Nullable RpcException> answer) {
        AtomicInteger left = new AtomicInteger(watches.size());
        AtomicReference<@Nullable RpcException> first = new AtomicReference<>();
        for (CallWatch watch : watches) {
            watch.ended(how, instead -> {
                first.compareAndSet(null, instead);
                if (left.decrementAndGet() == 0) {
                    answer.accept(first.get());
                }
            });
        }
    }
}
