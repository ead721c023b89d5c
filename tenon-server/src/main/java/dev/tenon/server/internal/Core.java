package dev.tenon.server.internal;

import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.server.Limits;
import dev.tenon.server.Observer;
import dev.tenon.server.Refusal;
import dev.tenon.wire.Classifier;
import java.util.concurrent.atomic.LongAdder;

/**
 * What every door of the server needs.
 *
 * @param dropped answers of clients that nobody had asked for
 * @param tolerance of messages that are not exact
 */
record Core(
        Limits limits,
        MessageReader gate,
        Classifier classifier,
        Wires wires,
        Handshake handshake,
        Kernel kernel,
        Notices notices,
        Sessions sessions,
        Hub hub,
        Observer observer,
        LongAdder dropped,
        BoundCounters counters,
        ClientBound clientBound,
        Tolerance tolerance) {

    /** The requests of a new session or connection. */
    InFlight inFlight() {
        return new InFlight(limits.requestsPerSession(), tolerance, counters);
    }

    /** Tells the observer of what was not let in. */
    void refused(Refusal refusal) {
        Guarded.run(() -> observer.refused(refusal));
    }
}
