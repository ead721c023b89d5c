package dev.tenon.client.internal.link;

import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.RequestId;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener of a link, guarded: nothing that it throws gets out, it hears of the end once and of nothing afterwards. */
final class Told implements Link.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Told.class);

    private final Link.Listener listener;
    private final AtomicBoolean ended = new AtomicBoolean();

    Told(Link.Listener listener) {
        this.listener = listener;
    }

    boolean hasEnded() {
        return ended.get();
    }

    @Override
    public @Nullable Inbound message(byte[] bytes, @Nullable RequestId exchange) {
        AtomicReference<@Nullable Inbound> understood = new AtomicReference<>();
        unlessEnded(() -> understood.set(listener.message(bytes, exchange)));
        return understood.get();
    }

    @Override
    public void tooLarge(@Nullable RequestId exchange) {
        unlessEnded(() -> listener.tooLarge(exchange));
    }

    @Override
    public Runnable pause(@Nullable RequestId exchange) {
        AtomicReference<Runnable> resume = new AtomicReference<>(() -> {});
        unlessEnded(() -> resume.set(listener.pause(exchange)));
        return () -> guarded(resume.get());
    }

    @Override
    public void failed(RequestId id, RuntimeException reason) {
        unlessEnded(() -> listener.failed(id, reason));
    }

    @Override
    public void closed(String reason) {
        if (ended.compareAndSet(false, true)) {
            guarded(() -> listener.closed(reason));
        }
    }

    private void unlessEnded(Runnable call) {
        if (!hasEnded()) {
            guarded(call);
        }
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("A listener failed; the link lives on", e);
        }
    }
}
