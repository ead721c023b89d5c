package dev.tenon.guard.watch;

import java.util.List;

/** Several who watch a guard. */
final class ManyObservers implements GuardObserver {
    private final List<GuardObserver> observers;

    ManyObservers(List<GuardObserver> observers) {
        this.observers = List.copyOf(observers);
    }

    @Override
    public CallWatch begun(Exchange exchange) {
        return ManyWatches.begun(observers, exchange);
    }

    @Override
    public boolean neverBlocks() {
        return observers.stream().allMatch(GuardObserver::neverBlocks);
    }

    @Override
    public Runnable session(SessionBegun session) {
        List<Runnable> ends =
                observers.stream().map(observer -> observer.session(session)).toList();
        return () -> ends.forEach(Runnable::run);
    }
}
