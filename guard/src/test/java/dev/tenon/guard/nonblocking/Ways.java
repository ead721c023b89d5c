package dev.tenon.guard.nonblocking;

import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.jsonrpc.RpcException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sees on which threads exchanges begin and end, and how. With {@code shortWay} false it may wait, so that all take the
 * long way.
 */
final class Ways implements GuardObserver {
    private final boolean shortWay;
    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    Ways(boolean shortWay) {
        this.shortWay = shortWay;
    }

    /** One exchange that has ended. */
    record Seen(CallStart exchange, CallEnd how, boolean begunOnLoop, boolean endedOnLoop) {}

    @Override
    public SingleCallObserver onCallStart(CallStart exchange) {
        boolean onLoop = isLoop();
        return how -> seen.add(new Seen(exchange, how, onLoop, isLoop()));
    }

    /** Whether this is an event loop, or a thread that reads standard streams. */
    static boolean isLoop() {
        String name = Thread.currentThread().getName();
        return name.startsWith("vert.x-eventloop") || name.startsWith("tenon-stdio-");
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    Seen last() {
        return seen.get(seen.size() - 1);
    }

    /** The same, seen through one that lets each answer go on another thread. */
    GuardObserver answeringElsewhere() {
        return new GuardObserver() {
            @Override
            public SingleCallObserver onCallStart(CallStart exchange) {
                SingleCallObserver watch = Ways.this.onCallStart(exchange);
                return new SingleCallObserver() {
                    @Override
                    public void onEnd(CallEnd how) {
                        watch.onEnd(how);
                    }

                    @Override
                    public void onEnd(CallEnd how, Consumer<@Nullable RpcException> answer) {
                        watch.onEnd(how);
                        new Thread(() -> answer.accept(null)).start();
                    }
                };
            }

            @Override
            public boolean isNonBlocking() {
                return true;
            }
        };
    }

    @Override
    public boolean isNonBlocking() {
        return shortWay;
    }
}
