package dev.tenon.server.observer;

/**
 * Observes all requests and rejections, for logs, metrics and traces. Many threads call it concurrently, including
 * event loops, and it is called before the response is sent. It must therefore not block, for example on a file, a
 * contended lock or a remote call; pass such work to a thread of your own. Exceptions are logged and have no other
 * effect.
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
     * Returns whether a request that has just arrived is observed. Called for each request, so it must be fast. If no
     * observer returns true, no observer is notified of the start and end of this request; if one does, all are.
     */
    default boolean isObservingRequests() {
        return true;
    }

    /** Called when a request starts. */
    default void onRequestStarted(RequestInfo request) {}

    /** Called when a request has ended. */
    default void onRequestCompleted(RequestInfo request, RequestOutcome outcome) {}

    /** Called when a notification was received. */
    default void onNotification(NotificationInfo notification) {}

    /** Called when a message or HTTP request was rejected or dropped before it became a request. */
    default void onRejection(RejectionInfo rejection) {}
}
