package dev.tenon.internal.concurrent;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where code runs, and whether it may wait there. Event loops, readers of standard input and timers must not wait, as
 * all that they serve would wait with them. Each such thread declares its context once, when it starts; a thread that
 * has declared none may wait.
 *
 * <p>Code that is about to wait calls {@link #checkCanBlock}. Code that can either wait or go another way asks {@link
 * #canBlock()} of the {@linkplain #current() current} context. Safe for use by many threads.
 */
public final class ExecutionContext {
    /**
     * Larger messages, in bytes, are looked at in contexts that may block: to look at one takes as long as some twenty
     * usual ones.
     */
    public static final int MAX_INLINE_BYTES = 64 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(ExecutionContext.class);
    private static final ThreadLocal<@Nullable ExecutionContext> CURRENT = new ThreadLocal<>();
    private static final ExecutionContext UNDECLARED = new ExecutionContext("undeclared");

    private final String name;
    private final AtomicBoolean warned = new AtomicBoolean();

    private ExecutionContext(String name) {
        this.name = name;
    }

    /**
     * A context whose code must not wait.
     *
     * @param name what runs in it, for the error and the log: "event loop", "timer"
     */
    public static ExecutionContext nonBlocking(String name) {
        return new ExecutionContext(name);
    }

    /** The context of this thread; one that may block when the thread has declared none. */
    public static ExecutionContext current() {
        ExecutionContext declared = CURRENT.get();
        return declared == null ? UNDECLARED : declared;
    }

    /**
     * Asserts that this thread may wait. Every operation that waits for another thread or for a peer calls it first.
     *
     * @param operation what is about to wait, for the error: "send to a full queue"
     * @throws AssertionError when it must not, and assertions are enabled, as in all tests; else the first time is
     *     logged at WARN
     */
    public static void checkCanBlock(String operation) {
        ExecutionContext here = current();
        if (!here.canBlock()) {
            String problem = "A thread that must not block is about to wait: context=" + here.name + ", operation="
                    + operation + ", thread=" + Thread.currentThread().getName();
            assert false : problem;
            if (here.warned.compareAndSet(false, true)) {
                LOG.warn(
                        "{}. This is a defect of Tenon: please report it with this stack trace",
                        problem,
                        new Throwable());
            }
        }
    }

    /** Whether code in this context may wait. */
    public boolean canBlock() {
        return this == UNDECLARED;
    }

    /** Whether this thread runs in this context now. */
    public boolean isCurrent() {
        return CURRENT.get() == this;
    }

    /**
     * Runs a task on this thread, as a part of this context; afterwards the thread is in the context it was in before.
     */
    public void run(Runnable task) {
        ExecutionContext before = CURRENT.get();
        CURRENT.set(this);
        try {
            task.run();
        } finally {
            CURRENT.set(before);
        }
    }

    /** Declares that this thread runs in this context until {@link #exit}. For threads whose main loop is not ours. */
    public void enter() {
        CURRENT.set(this);
    }

    /** Takes back what {@link #enter} declared. */
    public static void exit() {
        CURRENT.remove();
    }

    @Override
    public String toString() {
        return name;
    }
}
