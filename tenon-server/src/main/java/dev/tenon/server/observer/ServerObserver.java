package dev.tenon.server.observer;

/**
 * Sees every request and every refusal, for logs, metrics and traces. It is called by many threads at once, event loops
 * among them, and before the answer leaves. So it must never wait, for a file, a lock that is held for long or a peer:
 * what takes time it hands to a thread of its own. What it throws is logged and changes nothing.
 */
public interface ServerObserver {
    /** An observer that does nothing. */
    ServerObserver NONE = new ServerObserver() {
        @Override
        public boolean isObservingRequests() {
            return false;
        }
    };

    /**
     * Whether it wants to hear of a request that comes now: asked at the arrival of each, and so as quick as the
     * others. Where no observer does, nothing is gathered of the request, and none is told of its beginning and its
     * end; where one does, all are.
     */
    default boolean isObservingRequests() {
        return true;
    }

    /** A request was taken in. */
    default void onRequestStarted(RequestInfo call) {}

    /** A request ended. */
    default void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {}

    /** A notification came in. */
    default void onNotification(NotificationInfo notification) {}

    /** Something was refused before it became a request, or dropped. */
    default void onRejection(RejectionInfo refusal) {}
}
