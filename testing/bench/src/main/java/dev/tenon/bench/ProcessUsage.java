package dev.tenon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The resource usage of a process as reported by the operating system.
 *
 * @param process the process
 */
record ProcessUsage(Process process) {
    private static final int KIB = 1024;

    /** Returns the processor time so far. */
    Duration processorTime() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    /**
     * Returns the part of the processor time that the JIT compiler threads that still exist used; zero if
     * the operating system does not report it.
     */
    Duration compilerTime() throws IOException {
        Path threads = procPath("task");
        if (!Files.exists(threads)) {
            return Duration.ZERO;
        }
        long nanos = 0;
        try (Stream<Path> each = Files.list(threads)) {
            for (Path thread : each.toList()) {
                nanos += compilerNanos(thread);
            }
        }
        return Duration.ofNanos(nanos);
    }

    private static long compilerNanos(Path thread) throws IOException {
        try {
            boolean isCompiler = Files.readString(thread.resolve("comm")).matches("C[12] Compiler(?s).*");
            return isCompiler
                    ? Long.parseLong(
                            Files.readString(thread.resolve("schedstat")).split(" ", 2)[0])
                    : 0;
        } catch (NoSuchFileException e) {
            // The thread has ended, or the operating system does not report this.
            return 0;
        }
    }

    /** Returns the resident memory in bytes; 0 if the operating system does not report it. */
    long residentBytes() throws IOException {
        return procStatusBytes("VmRSS:");
    }

    /** Returns the peak resident memory in bytes; 0 if the operating system does not report it. */
    long peakBytes() throws IOException {
        return procStatusBytes("VmHWM:");
    }

    private long procStatusBytes(String name) throws IOException {
        Path status = procPath("status");
        if (!Files.exists(status)) {
            return 0;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith(name)) {
                return KIB * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return 0;
    }

    private Path procPath(String name) {
        return Path.of("/proc", String.valueOf(process.pid()), name);
    }
}
