package dev.tenon.server.internal;

import dev.tenon.server.Observer;

/** Runs somebody else's code that must not do harm when it fails: an observer. */
final class Guarded {
    private Guarded() {}

    static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            Incidents.log("observer", e);
        }
    }

    /** Whether an observer wants to hear of a request; one that fails to say so does. */
    static boolean watches(Observer observer) {
        try {
            return observer.watchesCalls();
        } catch (RuntimeException e) {
            Incidents.log("observer", e);
            return true;
        }
    }
}
