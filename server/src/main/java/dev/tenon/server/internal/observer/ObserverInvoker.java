package dev.tenon.server.internal.observer;

import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.server.internal.error.IncidentLog;
import dev.tenon.server.observer.ServerObserver;

/** Calls observers. Logs their failures, and throws only {@link FatalErrors}. */
public final class ObserverInvoker {
    private ObserverInvoker() {}

    public static void invoke(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            FatalErrors.rethrowIfFatal(e);
            IncidentLog.log("observer", e);
        }
    }

    /** Returns whether an observer observes a request; true if the call fails. Never throws. */
    public static boolean isObservingOrFails(ServerObserver observer) {
        try {
            return observer.isObservingRequests();
        } catch (Throwable e) {
            IncidentLog.log("observer", e);
            return true;
        }
    }
}
