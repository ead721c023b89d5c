package dev.tenon.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** Describes the machine of a run. */
public final class MachineInfo {
    private static final double GIB = 1 << 30;
    private static final OperatingSystemMXBean SYSTEM = ManagementFactory.getOperatingSystemMXBean();

    private MachineInfo() {}

    /**
     * Returns the command, date, machine and JDK of a run, and the load of the machine before it; must be called at its
     * beginning.
     */
    public static String describe(String command) throws IOException {
        long memory = SYSTEM instanceof com.sun.management.OperatingSystemMXBean more ? more.getTotalMemorySize() : 0;
        return String.format(
                Locale.ROOT,
                "`%s` on %s, %s with %d processors and %.0f GiB, %s, JDK %s, load before it %.1f",
                command,
                LocalDate.now(ZoneOffset.UTC),
                processorName(),
                SYSTEM.getAvailableProcessors(),
                memory / GIB,
                SYSTEM.getName(),
                System.getProperty("java.runtime.version"),
                Math.max(0, SYSTEM.getSystemLoadAverage()));
    }

    private static String processorName() throws IOException {
        Path cpus = Path.of("/proc/cpuinfo");
        if (!Files.exists(cpus)) {
            return System.getProperty("os.arch");
        }
        return Files.readAllLines(cpus).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }
}
