package dev.tenon.guard.observer;

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
record CompositeCallObserver(List<CallObserver> observers) implements AsyncCallObserver {
    static CallObserver start(List<GuardObserver> observers, ObservedCall exchange) {
        List<CallObserver> watches = new ArrayList<>(observers.size());
        try {
            observers.forEach(observer -> watches.add(observer.onCallStart(exchange)));
        } catch (RuntimeException | Error e) {
            RpcError error = e instanceof RpcException refusal ? refusal.error() : null;
            CallOutcome verdict = error == null ? CallOutcome.UNANSWERED : CallOutcome.REFUSED;
            CallEnd notBegun = new CallEnd(verdict, List.of(), null, error, null, Duration.ZERO, Duration.ZERO, null);
            new CompositeCallObserver(watches).onEnd(notBegun, answer -> {});
            throw e;
        }
        return new CompositeCallObserver(watches);
    }

    @Override
    public Json beforeSend(Json params) {
        Json now = params;
        for (CallObserver watch : observers) {
            now = watch.beforeSend(now);
        }
        return now;
    }

    /**
     * Each is told, also when another one gives an error to answer, or fails; the first failure is thrown when all were
     * told.
     */
    @Override
    public void onEnd(CallEnd how, Consumer<@Nullable RpcException> answer) {
        AtomicInteger left = new AtomicInteger(observers.size());
        AtomicReference<@Nullable RpcException> first = new AtomicReference<>();
        Throwable failure = null;
        for (CallObserver watch : observers) {
            try {
                watch.onEnd(how, instead -> {
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
