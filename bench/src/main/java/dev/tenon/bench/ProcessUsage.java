package dev.tenon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * What a process has used of the machine, as the operating system counts it.
 *
 * @param process whose
 */
record ProcessUsage(Process process) {
    private static final int KIB = 1024;

    /** The processor time up to now. */
    Duration processorTime() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    /**
     * The part of it that the compilers of the Java machine had, of those threads that are there still; zero where the
     * operating system does not say.
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
            // The thread is gone, or the operating system does not count so.
            return 0;
        }
    }

    /** The memory that it holds, in bytes; 0 where the operating system does not say. */
    long residentBytes() throws IOException {
        return procStatusBytes("VmRSS:");
    }

    /** The most memory that it has ever held, in bytes; 0 where the operating system does not say. */
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
