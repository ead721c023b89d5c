package dev.tenon.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/** The page with the figures of a run, in the middle of what people have written about them, and the picture beside it. */
public final class Page {
    private static final String BEGIN = "<!-- Written by bench/run --write, down to the end of the figures. -->\n";
    private static final String END = "<!-- The end of the figures. -->\n";
    private static final int GIB = 1 << 30;

    private final Path page;
    private final Path picture;

    /** The page of that name, and the picture of the same name with {@code .svg}. */
    public Page(Path page) {
        this.page = page;
        this.picture = page.resolveSibling(page.getFileName().toString().replace(".md", ".svg"));
    }

    /** Where a run takes place: to be asked for before it begins, when the machine has nothing to do yet. */
    public static String circumstances(String command) throws IOException {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        long memory = system instanceof com.sun.management.OperatingSystemMXBean more ? more.getTotalMemorySize() : 0;
        return String.format(
                Locale.ROOT,
                """
                | | |
                | --- | --- |
                | machine | %s, %d processors, %d GiB, %s |
                | load before the run | %.1f |
                | JDK | %s |
                | date | %s |
                | command | `%s` |

                """,
                processor(),
                system.getAvailableProcessors(),
                memory / GIB,
                system.getName(),
                Math.max(0, system.getSystemLoadAverage()),
                System.getProperty("java.runtime.version"),
                LocalDate.now(ZoneOffset.UTC),
                command);
    }

    private static String processor() throws IOException {
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

    /** Puts the figures in the place of those that were there. */
    public void write(String circumstances, Report report) throws IOException {
        String before = Files.exists(page) ? Files.readString(page) : BEGIN + END;
        int from = before.indexOf(BEGIN);
        int to = before.indexOf(END);
        if (from < 0 || to < from) {
            throw new IOException(page + " does not say where the figures go: between " + BEGIN + " and " + END);
        }
        String plot = report.plot().isEmpty() ? "" : "![Cost against load](" + picture.getFileName() + ")\n\n";
        Files.writeString(
                page,
                before.substring(0, from + BEGIN.length()) + "\n" + circumstances + plot + report.markdown()
                        + before.substring(to));
        if (!report.plot().isEmpty()) {
            Files.writeString(picture, report.plot());
        }
    }
}
