package dev.tenon.server.internal.connection;

import dev.tenon.codec.MessageClassifier;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.internal.RequestCorrelator;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.Notifications;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.dispatch.ClientNotificationHandler;
import dev.tenon.server.internal.dispatch.McpRequestDispatcher;
import dev.tenon.server.internal.limit.ClientInfoSizeValidator;
import dev.tenon.server.internal.limit.EventMemoryBudget;
import dev.tenon.server.internal.limit.LimitCounters;
import dev.tenon.server.internal.observer.ObserverInvoker;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.InFlightRequests;
import dev.tenon.server.internal.request.RandomIdGenerator;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.SessionSink;
import dev.tenon.server.observer.RejectionInfo;
import dev.tenon.server.observer.ServerObserver;
import java.util.concurrent.atomic.LongAdder;

/**
 * What every door of the server needs.
 *
 * @param droppedResponses answers of clients that nobody had asked for
 * @param tolerance of messages that are not exact
 */
public record ServerComponents(
        Limits limits,
        MessageReader messageReader,
        MessageClassifier router,
        CodecRegistry codecs,
        SessionInitializer sessionInitializer,
        McpRequestDispatcher dispatcher,
        ClientNotificationHandler notificationHandler,
        SessionRegistry sessions,
        ChangeBroadcaster changeBroadcaster,
        ServerObserver observer,
        LongAdder droppedResponses,
        LimitCounters counters,
        ClientInfoSizeValidator clientInfoValidator,
        EventMemoryBudget events,
        LeniencyPolicy tolerance) {

    /** The requests of a new session or connection. */
    public InFlightRequests createInFlightRequests() {
        return new InFlightRequests(limits.requestsPerSession(), tolerance, counters);
    }

    /** A session that has not been taken in; its client is told of calls that the server no longer waits for. */
    public ServerSession createSession(
            ProtocolCodec wire, ServerSession.SessionOwner opener, InFlightRequests inFlight, SessionSink outlet) {
        RequestCorrelator peer = new RequestCorrelator(limits.requestsPerSession(), id -> {
            CancelledParams params = CancelledParams.of(id.json(), "the server no longer waits");
            outlet.enqueue(new Notification(
                    Notifications.CANCELLED.name(), wire.encodeNotification(Notifications.CANCELLED, params)));
        });
        return new ServerSession(RandomIdGenerator.next(), wire, opener, inFlight, peer, outlet, changeBroadcaster);
    }

    /** Tells the observer of what was not let in. */
    public void notifyRejection(RejectionInfo refusal) {
        ObserverInvoker.invoke(() -> observer.onRejection(refusal));
    }
}
