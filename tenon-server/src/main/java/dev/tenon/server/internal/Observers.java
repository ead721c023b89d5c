package dev.tenon.server.internal;

import dev.tenon.server.CallInfo;
import dev.tenon.server.LoggingObserver;
import dev.tenon.server.NotificationInfo;
import dev.tenon.server.Observer;
import dev.tenon.server.Outcome;
import dev.tenon.server.Refusal;
import java.util.List;
import java.util.stream.Stream;

/** Several observers as one: each is told, whatever the others do. */
record Observers(List<Observer> all) implements Observer {
    /** The log, and these. */
    static Observer withLog(List<Observer> observers) {
        LoggingObserver log = new LoggingObserver();
        return observers.isEmpty()
                ? log
                : new Observers(
                        Stream.concat(Stream.of(log), observers.stream()).toList());
    }

    @Override
    public boolean watchesCalls() {
        return all.stream().anyMatch(Guarded::watches);
    }

    @Override
    public void started(CallInfo call) {
        all.forEach(o -> Guarded.run(() -> o.started(call)));
    }

    @Override
    public void finished(CallInfo call, Outcome outcome) {
        all.forEach(o -> Guarded.run(() -> o.finished(call, outcome)));
    }

    @Override
    public void notified(NotificationInfo notification) {
        all.forEach(o -> Guarded.run(() -> o.notified(notification)));
    }

    @Override
    public void refused(Refusal refusal) {
        all.forEach(o -> Guarded.run(() -> o.refused(refusal)));
    }
}
