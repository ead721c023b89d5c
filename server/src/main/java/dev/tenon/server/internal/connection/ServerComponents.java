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
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.observer.ObserverInvoker;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.ServerSession;
import dev.tenon.server.internal.request.SessionRequestRegistry;
import dev.tenon.server.internal.request.SessionSink;
import dev.tenon.server.observer.RejectionInfo;
import dev.tenon.server.observer.ServerObserver;
import java.util.concurrent.atomic.LongAdder;

/**
 * The components that all transports of a server share.
 *
 * @param droppedResponses counts responses of clients without a matching request
 * @param leniency the protocol violations that are accepted
 */
public record ServerComponents(
        Limits limits,
        MessageReader messageReader,
        MessageClassifier messageClassifier,
        CodecRegistry codecs,
        SessionInitializer sessionInitializer,
        McpRequestDispatcher dispatcher,
        ClientNotificationHandler notificationHandler,
        SessionRegistry sessions,
        ChangeBroadcaster changeBroadcaster,
        ServerObserver observer,
        LongAdder droppedResponses,
        LimitHitCounters counters,
        ClientInfoSizeValidator clientInfoValidator,
        EventMemoryBudget eventBudget,
        LeniencyPolicy leniency) {

    /** Creates the registry of the requests of a new session or connection. */
    public SessionRequestRegistry createSessionRequestRegistry() {
        return new SessionRequestRegistry(limits.requestsPerSession(), leniency, counters);
    }

    /** Creates a session that is not registered yet. Its client is notified when the server cancels a request. */
    public ServerSession createSession(
            ProtocolCodec codec, ServerSession.SessionOwner owner, SessionRequestRegistry inFlight, SessionSink sink) {
        RequestCorrelator correlator = new RequestCorrelator(limits.requestsPerSession(), id -> {
            CancelledParams params = CancelledParams.of(id.json(), "the server no longer waits");
            sink.enqueue(new Notification(
                    Notifications.CANCELLED.name(), codec.encodeNotification(Notifications.CANCELLED, params)));
        });
        return new ServerSession(codec, owner, inFlight, correlator, sink, changeBroadcaster);
    }

    /** Notifies the observer of a rejected message or HTTP request. */
    public void notifyRejection(RejectionInfo rejection) {
        ObserverInvoker.invoke(() -> observer.onRejection(rejection));
    }
}
