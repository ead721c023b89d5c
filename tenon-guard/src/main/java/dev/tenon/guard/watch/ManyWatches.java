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
        } catch (RuntimeException | Error e) {
            RpcError error = e instanceof RpcException refusal ? refusal.error() : null;
            CallVerdict verdict = error == null ? CallVerdict.UNANSWERED : CallVerdict.REFUSED;
            Ended notBegun = new Ended(verdict, List.of(), null, error, null, Duration.ZERO, Duration.ZERO, null);
            new ManyWatches(watches).ended(notBegun, answer -> {});
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
