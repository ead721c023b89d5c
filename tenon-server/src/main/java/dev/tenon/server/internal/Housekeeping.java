package dev.tenon.server.internal;

import dev.tenon.transport.HandlerThreads;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One thread that looks for what has outlived its time. */
final class Housekeeping implements AutoCloseable {
    private static final int REQUESTS_EVERY_MS = 100;
    private static final int REST_EVERY_MS = 1000;

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(HandlerThreads.named("tenon-housekeeping-"));

    Housekeeping(Runnable requests, Runnable rest) {
        every(REQUESTS_EVERY_MS, requests);
        every(REST_EVERY_MS, rest);
    }

    private void every(int millis, Runnable work) {
        Runnable safe = () -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                // One failure must not end the sweeping for good.
                Incidents.log("housekeeping", e);
            }
        };
        var unused = thread.scheduleWithFixedDelay(safe, millis, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
