package dev.tenon.guard.watch;

import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Report;
import java.util.List;
import java.util.function.Consumer;

/** Watches every exchange through the guard. Called on the thread that carries it, by many threads at once; it returns soon. */
@FunctionalInterface
public interface GuardObserver {
    /** Nobody watches. */
    GuardObserver NONE = new GuardObserver() {
        @Override
        public CallWatch begun(Exchange exchange) {
            return CallWatch.NONE;
        }

        @Override
        public boolean neverBlocks() {
            return true;
        }
    };

    /**
     * An exchange begins: a request of the client, or a question of the server.
     *
     * @throws dev.tenon.jsonrpc.RpcException to refuse it with that error
     */
    CallWatch begun(Exchange exchange);

    /**
     * Whether neither this nor what it returns ever waits for anything, such as a file or a network. Exchanges that nobody waits for
     * may be carried by an event loop, or by those who read standard streams, which is cheaper. By default they may wait. An observer
     * that must wait for something before an answer is sent need not block: see {@link CallWatch#ended(Ended, Consumer)}.
     */
    default boolean neverBlocks() {
        return false;
    }

    /** A policy found something outside of an exchange: in the form of a message, a notification, or what a server says of itself. */
    default void found(Passage message, Report report) {}

    /** A session begins; what is returned is run, once, when it is over. */
    default Runnable session(SessionBegun session) {
        return () -> {};
    }

    /** All of these, told in their order. */
    static GuardObserver all(List<GuardObserver> observers) {
        return observers.isEmpty() ? NONE : new ManyObservers(observers);
    }
}
