package dev.tenon.guard.observer;

import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Passes the events of a guard to several observers. */
record CompositeGuardObserver(List<GuardObserver> observers) implements GuardObserver {
    CompositeGuardObserver {
        observers = List.copyOf(observers);
    }

    @Override
    public SingleCallObserver onCallStart(CallStart call) {
        return new CompositeCallObserver(
                startAllOrNone(observer -> observer.onCallStart(call), CompositeCallObserver::endRejected));
    }

    @Override
    public boolean isNonBlocking() {
        return observers.stream().allMatch(GuardObserver::isNonBlocking);
    }

    @Override
    public void onFinding(PolicyMessage message, FindingReport report) {
        observers.forEach(observer -> observer.onFinding(message, report));
    }

    @Override
    public Runnable onSessionStart(ObservedSession session) {
        List<Runnable> endActions = startAllOrNone(
                observer -> observer.onSessionStart(session), (started, failure) -> started.forEach(Runnable::run));
        return () -> endActions.forEach(Runnable::run);
    }

    /**
     * Starts each observer, in order. If one throws an exception, ends those already started and throws it again; the
     * remaining ones are not called.
     *
     * @param end receives what was started, and the exception
     */
    private <T> List<T> startAllOrNone(Function<GuardObserver, T> start, BiConsumer<List<T>, Throwable> end) {
        List<T> started = new ArrayList<>(observers.size());
        try {
            observers.forEach(observer -> started.add(start.apply(observer)));
        } catch (RuntimeException | Error e) {
            end.accept(started, e);
            throw e;
        }
        return started;
    }

    /** Passes the events of a call to several observers. */
    private record CompositeCallObserver(List<SingleCallObserver> observers) implements DelayingCallObserver {
        /** Ends the call for these observers, because another one has rejected it with this exception. */
        static void endRejected(List<SingleCallObserver> started, Throwable failure) {
            RpcError error = failure instanceof RpcException rpcException ? rpcException.error() : null;
            CallOutcome outcome = error == null ? CallOutcome.UNANSWERED : CallOutcome.REFUSED;
            CallEnd end = new CallEnd(outcome, List.of(), null, error, null, Duration.ZERO, Duration.ZERO, null);
            new CompositeCallObserver(started).onEnd(end, onReady -> {});
        }

        @Override
        public Json beforeSend(Json params) {
            Json current = params;
            for (SingleCallObserver observer : observers) {
                current = observer.beforeSend(current);
            }
            return current;
        }

        /**
         * Notifies all observers, even if one replaces the response or fails; the first failure is thrown afterwards.
         */
        @Override
        public void onEnd(CallEnd end, Consumer<@Nullable RpcException> onReady) {
            AtomicInteger pendingCount = new AtomicInteger(observers.size());
            AtomicReference<@Nullable RpcException> firstReplacement = new AtomicReference<>();
            Throwable failure = null;
            for (SingleCallObserver observer : observers) {
                try {
                    observer.onEnd(end, replacement -> {
                        firstReplacement.compareAndSet(null, replacement);
                        if (pendingCount.decrementAndGet() == 0) {
                            onReady.accept(firstReplacement.get());
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
}
