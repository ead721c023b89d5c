package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 18: the real logrotate, while four threads write. */
class LogrotateTest {
    private static final int ROTATIONS = 4;

    @TempDir
    Path directory;

    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(
            strings = {
                "nocreate",
                "create 0600",
                "copytruncate",
                "copytruncate compress",
                "nocreate compress delaycompress",
                "nocreate dateext dateformat -%Y%m%d-%s"
            })
    void every_line_is_in_the_files_once(String options) throws Exception {
        Path logrotate = Stream.of("/usr/sbin/logrotate", "/sbin/logrotate")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeThat(logrotate).as("Debian's logrotate").isNotNull();
        Path file = directory.resolve("audit.jsonl");
        Path settings = directory.resolve("logrotate.conf");
        Files.writeString(
                settings,
                file + " {\n  rotate 100\n  missingok\n  "
                        + options.replace(" compress", "\n  compress")
                                .replace(" delay", "\n  delay")
                                .replace(" date", "\n  date")
                        + "\n}\n");
        Files.setPosixFilePermissions(settings, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        ConcurrentLinkedQueue<String> responded = new ConcurrentLinkedQueue<>();
        AtomicBoolean done = new AtomicBoolean();
        try (AuditLog log = AuditLog.open(new AuditSettings(file, 1L << 40, 1000, true, false))) {
            List<Thread> writers = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                String name = "t" + t + "-";
                Thread writer = new Thread(() -> {
                    for (int i = 0; !done.get(); i++) {
                        AuditEntries.appendLine(log, AuditEntries.lineFor(name + i));
                        responded.add(name + i);
                        LockSupport.parkNanos(300_000); // keeps the files small
                    }
                });
                writer.start();
                writers.add(writer);
            }
            try {
                for (int i = 0; i < ROTATIONS; i++) {
                    rotate(logrotate, settings);
                    awaitMore(responded, responded.size());
                }
            } finally {
                done.set(true);
                for (Thread writer : writers) {
                    writer.join();
                }
            }
        }

        List<String> tools = AuditEntries.readToolNames(file);
        assertThat(new HashSet<>(tools)).hasSameSizeAs(tools).isEqualTo(new HashSet<>(responded));
        AuditFileSet files = new AuditFileSet(file);
        assertThat(files.filesBeforeCurrent().stream().filter(each -> !files.isRotated(each)))
                .hasSize(ROTATIONS);
        AuditReport report = AuditVerifier.verify(file);
        assertThat(report.problems()).isEmpty();
        assertThat(report.notes()).isEmpty();
    }

    private static void awaitMore(ConcurrentLinkedQueue<String> responded, int before) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (responded.size() < before + 200) {
            assertThat(System.nanoTime()).as("200 more lines").isLessThan(end);
            Thread.sleep(5);
        }
    }

    private void rotate(Path logrotate, Path settings) throws IOException, InterruptedException {
        Path out = directory.resolve("logrotate.out");
        Process process = new ProcessBuilder(
                        logrotate.toString(),
                        "--force",
                        "--state",
                        directory.resolve("logrotate.state").toString(),
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String output = Files.readString(out);
        if (output.contains("skipping rotation")) { // one date per second
            Thread.sleep(200);
            rotate(logrotate, settings);
        } else {
            assertThat(process.exitValue()).as(output).isZero();
        }
    }
}
