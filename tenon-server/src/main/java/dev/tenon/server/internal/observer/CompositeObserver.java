package dev.tenon.server.internal.observer;

import dev.tenon.server.observer.LoggingObserver;
import dev.tenon.server.observer.NotificationInfo;
import dev.tenon.server.observer.RejectionInfo;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.util.List;
import java.util.stream.Stream;

/** Several observers as one: each is told, whatever the others do. */
public record CompositeObserver(List<ServerObserver> observers) implements ServerObserver {
    /** The log, and these. */
    public static ServerObserver withLogging(List<ServerObserver> observers) {
        LoggingObserver log = new LoggingObserver();
        return observers.isEmpty()
                ? log
                : new CompositeObserver(
                        Stream.concat(Stream.of(log), observers.stream()).toList());
    }

    @Override
    public boolean isObservingRequests() {
        return observers.stream().anyMatch(ObserverInvoker::isObservingRequests);
    }

    @Override
    public void onRequestStarted(RequestInfo call) {
        observers.forEach(o -> ObserverInvoker.invoke(() -> o.onRequestStarted(call)));
    }

    @Override
    public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
        observers.forEach(o -> ObserverInvoker.invoke(() -> o.onRequestCompleted(call, outcome)));
    }

    @Override
    public void onNotification(NotificationInfo notification) {
        observers.forEach(o -> ObserverInvoker.invoke(() -> o.onNotification(notification)));
    }

    @Override
    public void onRejection(RejectionInfo refusal) {
        observers.forEach(o -> ObserverInvoker.invoke(() -> o.onRejection(refusal)));
    }
}
