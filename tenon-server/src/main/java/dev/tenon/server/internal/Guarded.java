package dev.tenon.server.internal;

import dev.tenon.concurrent.FatalErrors;
import dev.tenon.server.Observer;

/** Runs the code of observers, whose failures must do no harm: logs them, and throws only {@link FatalErrors}. */
final class Guarded {
    private Guarded() {}

    static void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            FatalErrors.rethrow(e);
            Incidents.log("observer", e);
        }
    }

    /** Whether an observer wants to hear of a request; one that fails to say so does. Never throws. */
    static boolean watches(Observer observer) {
        try {
            return observer.watchesCalls();
        } catch (Throwable e) {
            Incidents.log("observer", e);
            return true;
        }
    }
}
