package dev.tenon.guard.audit;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether an audit is whole: whether a line was changed, removed, put in another order or cut off, in any of its files, now
 * or before a restart of the guard; and which calls were under way when the guard ended, so that nothing answered them.
 *
 * <p>A chain of hashes proves this against whoever cannot write the whole chain anew. Who must be safe from that, too, keeps the
 * hash of the last line ({@link AuditReport#hash()}) where the guard's machine cannot change it.
 */
public final class AuditVerifier {
    private AuditVerifier() {}

    /**
     * Reads all files of the audit that is written to this file, the oldest first.
     *
     * @throws AuditException when there is no such file, or one cannot be read
     */
    public static AuditReport verify(Path file) {
        try {
            AuditFiles files = new AuditFiles(file.toAbsolutePath());
            // Before the lines, which a running guard writes first.
            ChainHead.Note note = ChainHead.read(files.head());
            byte[] calls = Files.exists(files.calls()) ? Files.readAllBytes(files.calls()) : new byte[0];
            return verified(files, note, calls);
        } catch (IOException e) {
            throw new AuditException("The audit file " + file + " cannot be read: " + e, e);
        }
    }

    private static AuditReport verified(AuditFiles files, ChainHead.@Nullable Note note, byte[] calls)
            throws IOException {
        VerifiedLines lines = new VerifiedLines(note == null ? null : note.last());
        List<Path> all = files.all();
        if (all.isEmpty()) {
            throw new AuditException("There is no audit file " + files.current());
        }
        for (int i = 0; i < all.size(); i++) {
            file(lines, all.get(i), i == all.size() - 1, files.isRotated(all.get(i)));
        }
        Path end = all.get(all.size() - 1);
        lines.end(end, files.head());
        if (note != null && note.isRunning() && !Files.exists(files.calls())) {
            lines.problem(end, 0, "the file " + files.calls() + " of the calls under way was removed");
        }
        for (Json call : CallJournal.unwritten(calls, lines.last().sequence()).values()) {
            lines.unanswered(call);
        }
        return lines.report();
    }

    private static void file(VerifiedLines lines, Path file, boolean isLast, boolean isRotated) throws IOException {
        long number = 0;
        try (AuditLines read = new AuditLines(file)) {
            for (byte[] line = read.next(); line != null; line = read.next()) {
                lines.next(file, ++number, line);
            }
            if (read.torn() > 0 && isLast) {
                lines.note("The last line was torn off after " + read.torn()
                        + " bytes: it was being written when the process ended");
            } else if (read.torn() > 0 && isRotated) {
                // A copy that logrotate made may end within a line, which is then in the next file.
                lines.problem(file, number + 1, "this line is cut off, though files follow");
            }
        }
    }
}
