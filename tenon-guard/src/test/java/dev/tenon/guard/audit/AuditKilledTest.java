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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, killed and starved. */
class AuditKilledTest {

    private static final Pattern NAME = Pattern.compile("\"name\":\"([0-9]+-[0-9]+)\"");

    @TempDir
    Path directory;

    @Test
    void killed_at_any_moment_the_file_holds_every_answered_call() throws Exception {
        Path file = directory.resolve("audit.jsonl");
        Random random = new Random(42);
        Set<String> answered = new HashSet<>();
        for (int run = 0; run < 8; run++) {
            Process child = start(List.of(), file, 200_000, run);
            try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
                answered.add(answer(out.readLine()));
                Thread killer = killAfter(child, random.nextInt(300));
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    if (line.matches("answered \\d+-\\d+")) {
                        answered.add(answer(line));
                    }
                }
                killer.join();
            }
            assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
            AuditReport report = AuditVerifier.verify(file);
            assertThat(report.problems()).as("after kill %s", run).isEmpty();
        }

        // The last answer that was told may be cut off in the pipe: then it is not among those that were heard.
        assertThat(answered).hasSizeGreaterThan(8);
        assertThat(names(file)).containsAll(answered);
    }

    @Test
    void a_full_disk_is_noticed_calls_are_refused_and_it_goes_on_when_there_is_room() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/prlimit"))).isTrue();
        Path file = directory.resolve("audit.jsonl");
        Process child = start(List.of("/usr/bin/prlimit", "--fsize=600000:unlimited"), file, 1 << 30, 1);
        try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
            until(out, "refused");
            until(out, "not ready");
            new ProcessBuilder("/usr/bin/prlimit", "--fsize=unlimited", "--pid", Long.toString(child.pid()))
                    .start()
                    .waitFor();
            until(out, "answered");
        } finally {
            child.destroyForcibly().waitFor();
        }

        AuditReport report = AuditVerifier.verify(file);
        assertThat(report.problems()).isEmpty();
        assertThat(Files.readString(file)).contains("\"event\":\"resumed\",\"lost\":1}");
    }

    private static Process start(List<String> before, Path file, long rotate, int run) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                AuditChild.class.getName(),
                file.toString(),
                Long.toString(rotate),
                Integer.toString(run)));
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

    private static void until(BufferedReader out, String start) throws IOException {
        String line = out.readLine();
        while (line != null && !line.startsWith(start)) {
            line = out.readLine();
        }
        assertThat(line).as("a line that starts with " + start).isNotNull();
    }

    private static String answer(String line) {
        assertThat(line).startsWith("answered ");
        return line.substring("answered ".length());
    }

    private static Set<String> names(Path file) throws IOException {
        List<Path> files = new ArrayList<>(new AuditFiles(file).rotated());
        files.add(file);
        Set<String> names = new HashSet<>();
        for (Path each : files) {
            Matcher matcher = NAME.matcher(Files.readString(each));
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
        }
        return names;
    }
}
