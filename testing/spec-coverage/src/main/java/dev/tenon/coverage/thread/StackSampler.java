package dev.tenon.coverage.thread;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Samples the stacks of all threads that must not block, every 20 ms. */
public final class StackSampler {
    private static final long INTERVAL_MS = 20;

    private final ThreadMXBean beans = ManagementFactory.getThreadMXBean();
    private final Map<Thread, SampledThread> threads = new HashMap<>();
    private final Thread sampler = new Thread(this::run, "tenon-test-stack-sampler");
    private volatile boolean stopped;
    private volatile Optional<String> problem = Optional.empty();

    private StackSampler() {
        sampler.setDaemon(true);
    }

    /** Starts sampling. */
    public static StackSampler start() {
        StackSampler started = new StackSampler();
        started.sampler.start();
        return started;
    }

    /** Returns whether a problem has been found. */
    public boolean hasFoundProblem() {
        return problem.isPresent();
    }

    /** Stops sampling and returns the first problem found. */
    public Optional<String> stop() throws InterruptedException {
        stopped = true;
        sampler.join();
        return problem;
    }

    private void run() {
        try {
            while (!stopped) {
                sampleThreads();
                TimeUnit.MILLISECONDS.sleep(INTERVAL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            problem = Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void sampleThreads() {
        // Virtual threads are not included, and may block.
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            if (NonBlockingThreadRole.find(thread).isPresent()) {
                SampledThread sampled = threads.computeIfAbsent(thread, SampledThread::new);
                Optional<String> found = sampled.addSample(entry.getValue(), beans.getThreadCpuTime(thread.getId()));
                if (found.isPresent() && problem.isEmpty()) {
                    problem = found;
                }
            }
        }
    }
}
