package dev.tenon.server.internal;

import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Peer;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.Notifications;
import dev.tenon.server.Limits;
import dev.tenon.server.Observer;
import dev.tenon.server.Refusal;
import dev.tenon.wire.Classifier;
import dev.tenon.wire.Wire;
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
        EventBudget events,
        Tolerance tolerance) {

    /** The requests of a new session or connection. */
    InFlight inFlight() {
        return new InFlight(limits.requestsPerSession(), tolerance, counters);
    }

    /** A session that has not been taken in; its client is told of calls that the server no longer waits for. */
    Session session(Wire wire, Session.Opener opener, InFlight inFlight, Outlet outlet) {
        Peer peer = new Peer(limits.requestsPerSession(), id -> {
            CancelledParams params = CancelledParams.of(id.json(), "the server no longer waits");
            outlet.enqueue(new Notification(
                    Notifications.CANCELLED.name(), wire.encodeNotification(Notifications.CANCELLED, params)));
        });
        return new Session(RandomIds.next(), wire, opener, inFlight, peer, outlet, hub);
    }

    /** Tells the observer of what was not let in. */
    void refused(Refusal refusal) {
        Guarded.run(() -> observer.refused(refusal));
    }
}
