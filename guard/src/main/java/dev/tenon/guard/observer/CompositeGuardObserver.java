package dev.tenon.guard.observer;

import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import java.util.List;

/** Passes the events of a guard to several observers. */
record CompositeGuardObserver(List<GuardObserver> observers) implements GuardObserver {
    CompositeGuardObserver {
        observers = List.copyOf(observers);
    }

    @Override
    public SingleCallObserver onCallStart(ObservedCall call) {
        return CompositeCallObserver.startAllOrNone(observers, call);
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
        List<Runnable> endActions = observers.stream()
                .map(observer -> observer.onSessionStart(session))
                .toList();
        return () -> endActions.forEach(Runnable::run);
    }
}
