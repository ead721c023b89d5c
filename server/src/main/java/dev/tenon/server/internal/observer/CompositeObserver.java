package dev.tenon.server.internal.observer;

import dev.tenon.server.observer.LoggingObserver;
import dev.tenon.server.observer.NotificationInfo;
import dev.tenon.server.observer.RejectionInfo;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.util.List;
import java.util.stream.Stream;

/** Notifies several observers; a failure of one does not affect the others. */
public record CompositeObserver(List<ServerObserver> observers) implements ServerObserver {
    /** Returns the logging observer combined with these observers. */
    public static ServerObserver withLogging(List<ServerObserver> observers) {
        LoggingObserver log = new LoggingObserver();
        List<ServerObserver> all =
                Stream.concat(Stream.of(log), observers.stream()).toList();
        return observers.isEmpty() ? log : new CompositeObserver(all);
    }

    @Override
    public boolean isObservingRequests() {
        return observers.stream().anyMatch(ObserverInvoker::isObservingOrFails);
    }

    @Override
    public void onRequestStarted(RequestInfo request) {
        observers.forEach(observer -> ObserverInvoker.invoke(() -> observer.onRequestStarted(request)));
    }

    @Override
    public void onRequestCompleted(RequestInfo request, RequestOutcome outcome) {
        observers.forEach(observer -> ObserverInvoker.invoke(() -> observer.onRequestCompleted(request, outcome)));
    }

    @Override
    public void onNotification(NotificationInfo notification) {
        observers.forEach(observer -> ObserverInvoker.invoke(() -> observer.onNotification(notification)));
    }

    @Override
    public void onRejection(RejectionInfo rejection) {
        observers.forEach(observer -> ObserverInvoker.invoke(() -> observer.onRejection(rejection)));
    }
}
