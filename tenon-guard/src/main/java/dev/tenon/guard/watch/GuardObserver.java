package dev.tenon.guard.watch;

import java.util.List;

/** Watches every exchange through the guard. Called on the thread that carries it, by many threads at once; it returns soon. */
@FunctionalInterface
public interface GuardObserver {
    /** Nobody watches. */
    GuardObserver NONE = exchange -> CallWatch.NONE;

    /**
     * An exchange begins: a request of the client, or a question of the server.
     *
     * @throws dev.tenon.jsonrpc.RpcException to refuse it with that error
     */
    CallWatch begun(Exchange exchange);

    /** A session begins; what is returned is run, once, when it is over. */
    default Runnable session(SessionBegun session) {
        return () -> {};
    }

    /** All of these, told in their order. */
    static GuardObserver all(List<GuardObserver> observers) {
        return observers.isEmpty() ? NONE : new ManyObservers(observers);
    }
}
