package dev.tenon.guard;

import java.io.IOException;

/** Starts daemon threads for the sockets of test proxies. */
public final class IoThreadStarter {
    private IoThreadStarter() {}

    /** A task of a thread. It ends with an exception when one side closes a connection. */
    @FunctionalInterface
    public interface IoTask {
        void run() throws IOException;
    }

    /** Starts a thread that ignores an {@link IOException} of its task. */
    public static void start(String threadName, IoTask task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // One side closed the connection.
                    }
                },
                threadName);
        thread.setDaemon(true);
        thread.start();
    }
}
