package dev.tenon.coverage.thread;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Looks at the stacks of all threads that must not wait, some fifty times a second. */
public final class StackSampler {
    private static final long EVERY_MS = 20;

    private final ThreadMXBean beans = ManagementFactory.getThreadMXBean();
    private final Map<Thread, SampledThread> watched = new HashMap<>();
    private final Thread sampler = new Thread(this::run, "tenon-test-stack-sampler");
    private volatile boolean stopped;
    private volatile Optional<String> problem = Optional.empty();

    private StackSampler() {
        sampler.setDaemon(true);
    }

    /** Looks from now on. */
    public static StackSampler start() {
        StackSampler started = new StackSampler();
        started.sampler.start();
        return started;
    }

    /** Looks no more, and returns the first problem that was seen. */
    public Optional<String> stop() throws InterruptedException {
        stopped = true;
        sampler.join();
        return problem;
    }

    private void run() {
        try {
            while (!stopped) {
                sampleThreads();
                TimeUnit.MILLISECONDS.sleep(EVERY_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            problem = Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void sampleThreads() {
        // Virtual threads are not among them, and may wait.
        for (Map.Entry<Thread, StackTraceElement[]> seen :
                Thread.getAllStackTraces().entrySet()) {
            Thread thread = seen.getKey();
            if (NonBlockingThreadRole.find(thread).isPresent()) {
                SampledThread one = watched.computeIfAbsent(thread, SampledThread::new);
                Optional<String> found = one.addSample(seen.getValue(), beans.getThreadCpuTime(thread.getId()));
                if (found.isPresent() && problem.isEmpty()) {
                    problem = found;
                }
            }
        }
    }
}
