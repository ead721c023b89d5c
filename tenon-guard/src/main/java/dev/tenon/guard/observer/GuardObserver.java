package dev.tenon.guard.observer;

import dev.tenon.guard.policy.FindingReport;
import dev.tenon.guard.policy.PolicyMessage;
import java.util.List;
import java.util.function.Consumer;

/**
 * Watches every exchange through the guard. Called on the thread that carries it, by many threads at once; it returns
 * soon.
 */
@FunctionalInterface
public interface GuardObserver {
    /** Nobody watches. */
    GuardObserver NONE = new GuardObserver() {
        @Override
        public CallObserver onCallStart(ObservedCall exchange) {
            return CallObserver.NONE;
        }

        @Override
        public boolean isNonBlocking() {
            return true;
        }
    };

    /**
     * An exchange begins: a request of the client, or a question of the server.
     *
     * @throws dev.tenon.jsonrpc.RpcException to refuse it with that error
     */
    CallObserver onCallStart(ObservedCall exchange);

    /**
     * Whether neither this nor what it returns ever waits for anything, such as a file or a network. Exchanges that
     * nobody waits for may be carried by an event loop, or by those who read standard streams, which is cheaper. By
     * default they may wait. An observer that must wait for something before an answer is sent need not block: see
     * {@link CallObserver#onEnd(CallEnd, Consumer)}.
     */
    default boolean isNonBlocking() {
        return false;
    }

    /**
     * A policy found something outside of an exchange: in the form of a message, a notification, or what a server says
     * of itself.
     */
    default void onFinding(PolicyMessage message, FindingReport report) {}

    /** A session begins; what is returned is run, once, when it is over. */
    default Runnable onSessionStart(ObservedSession session) {
        return () -> {};
    }

    /** All of these, told in their order. */
    static GuardObserver composite(List<GuardObserver> observers) {
        return observers.isEmpty() ? NONE : new CompositeGuardObserver(observers);
    }
}
