package dev.tenon.guard.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayEnd;
import dev.tenon.transport.NoWaiting;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Takes a request past the checkpoint on the event loop on which it came, or the thread that read it, and its answer back on that on
 * which it comes, without a thread that waits. It is the same as {@link Checkpoint#pass} in all that anybody can see.
 */
final class ShortWay implements Ending {
    private static final String UNWANTED = "The client no longer waits";

    private final Checkpoint checkpoint;
    private final Request request;
    private final Crossing crossing;
    private final Way way;
    private final RelayEnd end;
    private final Cancellation cancellation = new Cancellation();

    /** A way that has not been gone. */
    ShortWay(Checkpoint checkpoint, Request request, Crossing crossing, Way way, RelayEnd end) {
        this.checkpoint = checkpoint;
        this.request = request;
        this.crossing = crossing;
        this.way = way;
        this.end = end;
    }

    /** A request as it came. */
    record Request(Method<?, ?> method, Json params, RelayCall call) {}

    void go(@Nullable Json definition) {
        end.whenOver(() -> cancellation.cancel(UNWANTED));
        Json passed;
        try {
            passed = crossing.there(definition);
        } catch (RuntimeException e) {
            is(() -> {
                throw e;
            });
            return;
        }
        try {
            way.go(passed, crossing, this);
        } catch (RuntimeException e) {
            is(() -> {
                throw e;
            });
        }
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public void is(Callable<Json> answer) {
        if (!NoWaiting.here() || checkpoint.observer().neverBlocks()) {
            settle(answer);
        } else {
            checkpoint.later().execute(() -> settle(answer));
        }
    }

    private void settle(Callable<Json> answer) {
        Settled settled;
        try {
            settled = checkpoint.settled(request.method(), request.params(), request.call(), crossing, answer);
        } catch (Throwable e) {
            way.leave();
            end.failed(e);
            return;
        }
        way.leave();
        Thread here = Thread.currentThread();
        crossing.ended(settled, instead -> {
            if (Thread.currentThread() == here) {
                send(settled, instead);
            } else {
                checkpoint.later().execute(() -> send(settled, instead));
            }
        });
    }

    private void send(Settled settled, @Nullable RpcException instead) {
        RpcException error = instead == null ? settled.error() : instead;
        if (error == null) {
            end.answered(settled.orThrow());
        } else {
            end.failed(error);
        }
    }
}
