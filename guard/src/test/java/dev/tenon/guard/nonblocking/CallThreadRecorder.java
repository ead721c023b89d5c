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
 * Records on which threads calls start and end, and their results. With {@code nonBlocking} false it declares that it
 * may block, so that the guard handles every call on a thread that may block.
 */
final class CallThreadRecorder implements GuardObserver {
    private final boolean nonBlocking;
    private final List<RecordedCall> calls = new CopyOnWriteArrayList<>();

    CallThreadRecorder(boolean nonBlocking) {
        this.nonBlocking = nonBlocking;
    }

    /** A call that ended. */
    record RecordedCall(CallStart start, CallEnd end, boolean startedOnIoThread, boolean endedOnIoThread) {}

    @Override
    public SingleCallObserver onCallStart(CallStart start) {
        boolean startedOnIoThread = isIoThread();
        return end -> calls.add(new RecordedCall(start, end, startedOnIoThread, isIoThread()));
    }

    /** Returns whether the current thread is an event loop, or a thread that reads standard streams. */
    static boolean isIoThread() {
        String name = Thread.currentThread().getName();
        return name.startsWith("vert.x-eventloop") || name.startsWith("tenon-stdio-");
    }

    List<RecordedCall> calls() {
        return List.copyOf(calls);
    }

    RecordedCall lastCall() {
        return calls.get(calls.size() - 1);
    }

    /** Returns an observer that records the same, and lets each response continue on a new thread. */
    GuardObserver withResponsesOnNewThread() {
        return new GuardObserver() {
            @Override
            public SingleCallObserver onCallStart(CallStart start) {
                SingleCallObserver callObserver = CallThreadRecorder.this.onCallStart(start);
                return new SingleCallObserver() {
                    @Override
                    public void onEnd(CallEnd end) {
                        callObserver.onEnd(end);
                    }

                    @Override
                    public void onEnd(CallEnd end, Consumer<@Nullable RpcException> response) {
                        callObserver.onEnd(end);
                        new Thread(() -> response.accept(null)).start();
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
        return nonBlocking;
    }
}
