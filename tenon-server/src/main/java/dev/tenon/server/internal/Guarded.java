package dev.tenon.server.internal;

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
}
