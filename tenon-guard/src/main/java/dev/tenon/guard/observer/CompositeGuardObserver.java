package dev.tenon.guard.observer;

import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import java.util.List;

/** Several who watch a guard. */
record CompositeGuardObserver(List<GuardObserver> observers) implements GuardObserver {
    CompositeGuardObserver {
        observers = List.copyOf(observers);
    }

    @Override
    public CallObserver onCallStart(ObservedCall exchange) {
        return CompositeCallObserver.start(observers, exchange);
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
        List<Runnable> ends = observers.stream()
                .map(observer -> observer.onSessionStart(session))
                .toList();
        return () -> ends.forEach(Runnable::run);
    }
}
