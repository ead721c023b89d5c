package dev.tenon.guard.watch;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Several watches of one exchange. */
record ManyWatches(List<CallWatch> watches) implements AsyncCallWatch {
    static CallWatch begun(List<GuardObserver> observers, Exchange exchange) {
        List<CallWatch> watches = new ArrayList<>(observers.size());
        try {
            observers.forEach(observer -> watches.add(observer.begun(exchange)));
        } catch (RpcException e) {
            new ManyWatches(watches).ended(notBegun(CallVerdict.REFUSED, e.error()), answer -> {});
            throw e;
        } catch (RuntimeException | Error e) {
            new ManyWatches(watches).ended(notBegun(CallVerdict.UNANSWERED, null), answer -> {});
            throw e;
        }
        return new ManyWatches(watches);
    }

    /** The end of an exchange that an observer did not let begin. */
    private static Ended notBegun(CallVerdict verdict, @Nullable RpcError error) {
        return new Ended(verdict, List.of(), null, error, null, Duration.ZERO, Duration.ZERO, null);
    }

    @Override
    public Json leaving(Json params) {
        Json now = params;
        for (CallWatch watch : watches) {
            now = watch.leaving(now);
        }
        return now;
    }

    /** Each is told, also when another one gives an error to answer, or fails; the first failure is thrown when all were told. */
    @Override
    public void ended(Ended how, Consumer<@Nullable RpcException> answer) {
        AtomicInteger left = new AtomicInteger(watches.size());
        AtomicReference<@Nullable RpcException> first = new AtomicReference<>();
        Throwable failure = null;
        for (CallWatch watch : watches) {
            try {
                watch.ended(how, instead -> {
                    first.compareAndSet(null, instead);
                    if (left.decrementAndGet() == 0) {
                        answer.accept(first.get());
                    }
                });
            } catch (RuntimeException | Error e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure instanceof Error error) {
            throw error;
        } else if (failure != null) {
            throw (RuntimeException) failure;
        }
    }
}
