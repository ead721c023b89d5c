package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issue 20, "How it is shown": real processes, killed and without disk space. Each call with a response has exactly one
 * line.
 */
class AuditProcessKillTest {

    private static final Pattern NAME =
            Pattern.compile("\"method\":\"tools/call\",\"name\":\"([0-9]+-[0-9]+-[0-9]+)\"");
    private static final Pattern LOST = Pattern.compile("\"event\":\"resumed\",\"lost\":([0-9]+)}");

    @TempDir
    Path directory;

    /** The names of the calls that a process reported as completed. */
    private final Set<String> responded = new HashSet<>();

    @Test
    @Tag("exhaustive")
    void after_a_kill_the_file_contains_every_completed_call_once() throws Exception {
        Path file = directory.resolve("audit.jsonl");
        long seed = Long.getLong("tenon.seed", System.nanoTime());
        System.out.println("AuditProcessKillTest: -Dtenon.seed=" + seed);
        Random random = new Random(seed);
        for (int run = 0; run < 8; run++) {
            Process child = start(List.of(), file, 200_000, run, true);
            try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
                readUntil(out, 1, "answered");
                Thread killer = killAfter(child, random.nextInt(300));
                readToEnd(out);
                killer.join();
            }
            assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
            AuditReport report = AuditVerifier.verify(file);
            assertThat(report.problems()).as("after kill %s", run).isEmpty();
        }

        // The last report may be truncated in the pipe, and is then ignored.
        assertThat(responded).hasSizeGreaterThan(8);
        assertThat(readNames(file)).doesNotHaveDuplicates().containsAll(responded);
    }

    @Test
    void with_a_full_disk_calls_are_rejected_until_there_is_room() throws Exception {
        Path file = directory.resolve("audit.jsonl");
        runWithFullDisk(file, true, out -> {
            readUntil(out, 1, "refused", "not ready");
            readUntil(out, 100, "not ready");
        });

        assertThat(countLost(file)).as("calls without a line").isZero();
        assertThat(readNames(file)).doesNotHaveDuplicates().containsAll(responded);
    }

    @Test
    void with_a_full_disk_unaudited_calls_are_counted_if_allowed() throws Exception {
        Path file = directory.resolve("audit.jsonl");
        runWithFullDisk(file, false, out -> {
            do {
                readUntil(out, 100, "answered");
            } while (Files.size(file) < 590_000);
            // More than the journal can record.
            readUntil(out, 5_000, "answered");
        });

        // Calls in the journal whose lines were not written before the kill get them at the next start.
        AuditLog.open(new AuditSettings(file, 1 << 30, 1000, false, false)).close();
        List<String> names = readNames(file);
        assertThat(names).doesNotHaveDuplicates();
        names.forEach(responded::remove);
        assertThat((long) responded.size())
                .as("completed calls without a line")
                .isBetween(Math.max(1, countLost(file) - 4), countLost(file));
    }

    /** An action that runs while the process can write at most 600,000 bytes to a file. */
    private interface FullDiskAction {
        void run(BufferedReader out) throws IOException;
    }

    private void runWithFullDisk(Path file, boolean mustWrite, FullDiskAction action) throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/prlimit"))).isTrue();
        Process child = start(List.of("/usr/bin/prlimit", "--fsize=600000:unlimited"), file, 1 << 30, 1, mustWrite);
        try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
            action.run(out);
            new ProcessBuilder("/usr/bin/prlimit", "--fsize=unlimited", "--pid", Long.toString(child.pid()))
                    .start()
                    .waitFor();
            do {
                readUntil(out, 100, "answered");
            } while (!LOST.matcher(Files.readString(file)).find());
            readUntil(out, 100, "answered");
            child.toHandle().destroyForcibly(); // leaves the pipe open to be read to its end
            readToEnd(out);
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
    }

    private static Process start(List<String> prefix, Path file, long rotate, int run, boolean mustWrite)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                AuditWriterProgram.class.getName(),
                file.toString(),
                Long.toString(rotate),
                Integer.toString(run),
                Boolean.toString(mustWrite)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Thread killAfter(Process child, int millis) {
        Thread killer = new Thread(() -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            child.toHandle().destroyForcibly(); // leaves the pipe open to be read to its end
        });
        killer.start();
        return killer;
    }

    /** Reads until this number of lines with one of these prefixes arrived. */
    private void readUntil(BufferedReader out, int count, String... starts) throws IOException {
        for (int i = 0; i < count; ) {
            String line = out.readLine();
            assertThat(line).as("a line that starts with %s", List.of(starts)).isNotNull();
            recordIfCompleted(line);
            i += Stream.of(starts).anyMatch(line::startsWith) ? 1 : 0;
        }
    }

    private void readToEnd(BufferedReader out) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            recordIfCompleted(line);
        }
    }

    private void recordIfCompleted(String line) {
        if (line.matches("answered \\d+-\\d+-\\d+")) {
            responded.add(line.substring("answered ".length()));
        }
    }

    private static long countLost(Path file) throws IOException {
        return LOST.matcher(Files.readString(file))
                .results()
                .mapToLong(resumed -> Long.parseLong(resumed.group(1)))
                .sum();
    }

    private static List<String> readNames(Path file) throws IOException {
        List<String> names = new ArrayList<>();
        for (Path each : new AuditFileSet(file).allFiles()) {
            NAME.matcher(Files.readString(each)).results().forEach(name -> names.add(name.group(1)));
        }
        return names;
    }
}
