package dev.tenon.guard.observer;

import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import java.util.List;
import java.util.function.Consumer;

/**
 * Observes all calls of a guard. It is called concurrently, on the threads that process the calls, and must return
 * quickly.
 */
@FunctionalInterface
public interface GuardObserver {
    /** An observer that does nothing. */
    GuardObserver NONE = new GuardObserver() {
        @Override
        public SingleCallObserver onCallStart(CallStart call) {
            return SingleCallObserver.NONE;
        }

        @Override
        public boolean isNonBlocking() {
            return true;
        }
    };

    /**
     * Called when a call starts: a request of a client, or a request of the upstream server.
     *
     * @throws dev.tenon.jsonrpc.RpcException to reject the call with this error
     */
    SingleCallObserver onCallStart(CallStart call);

    /**
     * Returns whether neither this observer nor its call observers ever block, for instance on a file or the network.
     * Event loops and stdio reader threads can then process calls themselves, which is cheaper. Default: false. An
     * observer that must complete something before a response is sent need not block; see {@link
     * SingleCallObserver#onEnd(CallEnd, Consumer)}.
     */
    default boolean isNonBlocking() {
        return false;
    }

    /**
     * Called for a finding outside of a call: a protocol violation, a notification, or the description of a server.
     */
    default void onFinding(PolicyMessage message, FindingReport report) {}

    /** Called when a session starts; the returned action runs once, when the session ends. */
    default Runnable onSessionStart(ObservedSession session) {
        return () -> {};
    }

    /** Returns an observer that notifies all of these in order. */
    static GuardObserver composite(List<GuardObserver> observers) {
        return observers.isEmpty() ? NONE : new CompositeGuardObserver(observers);
    }
}
