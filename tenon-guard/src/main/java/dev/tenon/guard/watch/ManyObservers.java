package dev.tenon.guard.watch;

import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Report;
import java.util.List;

/** Several who watch a guard. */
record ManyObservers(List<GuardObserver> observers) implements GuardObserver {
    ManyObservers {
        observers = List.copyOf(observers);
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
    public void found(Passage message, Report report) {
        observers.forEach(observer -> observer.found(message, report));
    }

    @Override
    public Runnable session(SessionBegun session) {
        List<Runnable> ends =
                observers.stream().map(observer -> observer.session(session)).toList();
        return () -> ends.forEach(Runnable::run);
    }
}
