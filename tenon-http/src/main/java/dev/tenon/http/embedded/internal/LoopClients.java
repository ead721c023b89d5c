package dev.tenon.http.embedded.internal;

import dev.tenon.http.LoopHttp;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** The clients of all event loops, each known on its own. */
public final class LoopClients implements LoopHttp.Provider {
    private static final ThreadLocal<@Nullable LoopClient> HERE = new ThreadLocal<>();

    /** For the service loader. */
    public LoopClients() {}

    /** From now on there is one on this thread, which is that event loop. */
    public static void open(EventLoop loop) {
        close();
        HERE.set(new LoopClient(loop));
    }

    /** That of this thread is closed, if there is one. */
    public static void close() {
        LoopClient before = HERE.get();
        HERE.remove();
        if (before != null) {
            before.close();
        }
    }

    @Override
    public @Nullable LoopHttp here() {
        return HERE.get();
    }
}
