package dev.tenon.guard.audit;

import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.guard.observer.CallEnd;
import dev.tenon.guard.observer.CallOutcome;
import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates, writes and reads audit entries for tests. */
final class AuditEntries {
    private AuditEntries() {}

    static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    /** Returns a line for a call of a tool. */
    static Supplier<byte[]> lineFor(String tool) {
        Json params = Json.parse("{\"name\":\"" + tool + "\"}");
        Json result = Json.parse("{\"content\":[]}");
        return () -> entryFor(tool).toBytes(params, result, List.of(), callEnd(CallOutcome.PASSED));
    }

    static AuditEntry entryFor(String tool) {
        return new AuditEntry(TIME, "ann", "files", "tools/call", tool);
    }

    static CallEnd callEnd(CallOutcome outcome) {
        Duration upstream = Duration.ofMillis(2);
        return new CallEnd(outcome, List.of(), null, null, null, upstream.plusNanos(1_500), upstream, null);
    }

    /** Returns the tool names in all files in order. */
    static List<String> readToolNames(Path file) throws IOException {
        List<Path> files = new ArrayList<>(new AuditFileSet(file).filesBeforeCurrent());
        files.add(file);
        List<String> tools = new ArrayList<>();
        for (Path each : files) {
            try (AuditLineReader lines = new AuditLineReader(each)) {
                for (byte[] line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (ChainEntry.parse(line) != null) {
                        Json name = Json.parse(new String(line, StandardCharsets.UTF_8))
                                .get("name");
                        tools.addAll(name == null ? List.of() : List.of(name.string()));
                    }
                }
            }
        }
        return tools;
    }

    /** Writes a line, and waits for completion. */
    static void appendLine(AuditLog log, Supplier<byte[]> line) {
        appendLine(log, line, null);
    }

    /** Records a call and writes its line, and waits for completion. */
    static void recordCall(AuditLog log, String tool) {
        appendLine(log, lineFor(tool), log.recordCallStart(entryFor(tool).toJournalNote()));
    }

    private static void appendLine(AuditLog log, Supplier<byte[]> line, @Nullable CallRecord call) {
        CompletableFuture<@Nullable AuditException> written = new CompletableFuture<>();
        log.appendCall(line, call, written::complete);
        AuditException failure = written.join();
        if (failure != null) {
            throw failure;
        }
    }

    static AuditSettings smallFileSettings(Path file) {
        return new AuditSettings(file, 4096, 1000, true, false);
    }

    /** Writes a log with this number of lines, including the first line, which records that the log was opened. */
    static void writeLog(Path file, int lines, long rotateBytes) {
        try (AuditLog log = AuditLog.open(new AuditSettings(file, rotateBytes, 1000, true, false))) {
            for (int i = 2; i <= lines; i++) {
                appendLine(log, lineFor("tool" + i));
            }
        }
    }
}
