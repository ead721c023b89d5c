package dev.tenon.server.internal;

import dev.tenon.server.Observer;

/** Runs somebody else's code that must not do harm when it fails: an observer. Only what is wrong with the JVM comes out. */
final class Guarded {
    private Guarded() {}

    static void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            Incidents.throwFatal(e);
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
