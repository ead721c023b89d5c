package dev.tenon.server;

/**
 * Sees every request and every refusal, for logs, metrics and traces. It is called by many threads at once, event loops among them,
 * and before the answer leaves. So it must never wait, for a file, a lock that is held for long or a peer: what takes time it hands
 * to a thread of its own. What it throws is logged and changes nothing.
 */
public interface Observer {
    /** An observer that does nothing. */
    Observer NONE = new Observer() {
        @Override
        public boolean watchesCalls() {
            return false;
        }
    };

    /**
     * Whether it wants to hear of a request that comes now: asked at the arrival of each, and so as quick as the others. Where no
     * observer does, nothing is gathered of the request, and none is told of its beginning and its end; where one does, all are.
     */
    default boolean watchesCalls() {
        return true;
    }

    /** A request was taken in. */
    default void started(CallInfo call) {}

    /** A request ended. */
    default void finished(CallInfo call, Outcome outcome) {}

    /** A notification came in. */
    default void notified(NotificationInfo notification) {}

    /** Something was refused before it became a request, or dropped. */
    default void refused(Refusal refusal) {}
}
