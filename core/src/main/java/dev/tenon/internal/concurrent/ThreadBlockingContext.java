package dev.tenon.internal.concurrent;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Describes whether code on the current thread may block. Event loops, readers of standard input and timers must not
 * block, as that would delay everything they serve. Each such thread declares its context once, when it starts; a
 * thread without a declared context may block.
 *
 * <p>Code that is about to block calls {@link #assertCanBlock}. Code that has a non-blocking alternative checks
 * {@link #canBlock()} of the {@linkplain #current() current} context. Thread-safe.
 */
public final class ThreadBlockingContext {
    /**
     * The largest message, in bytes, that is processed in contexts that must not block: processing it takes as long as
     * about twenty typical messages.
     */
    public static final int MAX_INLINE_BYTES = 64 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(ThreadBlockingContext.class);
    private static final ThreadLocal<@Nullable ThreadBlockingContext> CURRENT = new ThreadLocal<>();
    private static final ThreadBlockingContext UNDECLARED = new ThreadBlockingContext("undeclared");

    private final String name;
    private final AtomicBoolean warned = new AtomicBoolean();

    private ThreadBlockingContext(String name) {
        this.name = name;
    }

    /**
     * Creates a context that must not block.
     *
     * @param name the kind of thread, for the error and the log: "event loop", "timer"
     */
    public static ThreadBlockingContext nonBlocking(String name) {
        return new ThreadBlockingContext(name);
    }

    /** Returns the context of the current thread; one that may block if none was declared. */
    public static ThreadBlockingContext current() {
        ThreadBlockingContext declared = CURRENT.get();
        return declared == null ? UNDECLARED : declared;
    }

    /**
     * Checks that the current thread may block. Every operation that waits for another thread or a peer calls it first.
     *
     * @param operation the operation that is about to block, for the error: "send to a full queue"
     * @throws AssertionError if the thread must not block and assertions are enabled, as in all tests; otherwise the
     *     first violation is logged at WARN
     */
    public static void assertCanBlock(String operation) {
        ThreadBlockingContext context = current();
        if (!context.canBlock()) {
            String problem = "A thread that must not block is about to wait: context=" + context.name + ", operation="
                    + operation + ", thread=" + Thread.currentThread().getName();
            assert false : problem;
            if (context.warned.compareAndSet(false, true)) {
                LOG.warn(
                        "{}. This is a defect of Tenon: please report it with this stack trace",
                        problem,
                        new Throwable());
            }
        }
    }

    /** Returns whether code in this context may block. */
    public boolean canBlock() {
        return this == UNDECLARED;
    }

    /** Returns whether the current thread is in this context. */
    public boolean isCurrent() {
        return CURRENT.get() == this;
    }

    /** Runs a task on the current thread in this context, and restores the previous context afterwards. */
    public void run(Runnable task) {
        ThreadBlockingContext previous = CURRENT.get();
        CURRENT.set(this);
        try {
            task.run();
        } finally {
            CURRENT.set(previous);
        }
    }

    /** Puts the current thread into this context until {@link #clear}; for threads whose main loop is foreign code. */
    public void enter() {
        CURRENT.set(this);
    }

    /**
     * Removes the context of the current thread, so that the thread may block. It does not restore the context before
     * {@link #enter}.
     */
    public static void clear() {
        CURRENT.remove();
    }

    @Override
    public String toString() {
        return name;
    }
}
