package dev.tenon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a process has used of the machine, as the operating system counts it.
 *
 * @param process whose
 */
record Usage(Process process) {
    private static final int KIB = 1024;

    /** The processor time up to now. */
    Duration processorTime() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    /** The memory that it holds, in bytes; 0 where the operating system does not say. */
    long residentBytes() throws IOException {
        return status("VmRSS:");
    }

    /** The most memory that it has ever held, in bytes; 0 where the operating system does not say. */
    long peakBytes() throws IOException {
        return status("VmHWM:");
    }

    private long status(String name) throws IOException {
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
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
}
