package dev.tenon.guard.audit;

import dev.tenon.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Verifies that an audit is intact: that no line in any of its files was changed, removed, reordered or truncated,
 * including before a restart of the guard. Finds the calls that were in progress when the guard ended and got no
 * response.
 *
 * <p>The chain of hashes does not protect against an attacker who can rewrite the whole chain. To detect that, store
 * the hash of the last line ({@link AuditReport#hash()}) on another machine.
 */
public final class AuditVerifier {
    private AuditVerifier() {}

    /**
     * Verifies all files of the audit with this current file, the oldest first. All lines must exist, except those that
     * the guard itself deleted ({@link AuditSettings#keepFiles()}).
     *
     * @throws AuditException if there is no such file, or one cannot be read
     */
    public static AuditReport verify(Path file) {
        return verify(file, 1);
    }

    /**
     * Like {@link #verify(Path)}, for an audit whose oldest files another program, such as logrotate, deletes.
     *
     * @param firstSequence the sequence number of the first line that must exist, from 1
     */
    public static AuditReport verify(Path file, long firstSequence) {
        AuditFileSet files = new AuditFileSet(file);
        try {
            // Read before the lines, because a running guard writes lines first.
            ChainHeadFile.HeadNote headNote = ChainHeadFile.read(files.headPath());
            byte[] journal = Files.exists(files.journalPath()) ? Files.readAllBytes(files.journalPath()) : new byte[0];
            List<Path> auditFiles = files.allFiles();
            if (auditFiles.isEmpty()) {
                throw new AuditException("There is no audit file " + files.currentPath());
            }
            ChainVerification verification =
                    new ChainVerification(auditFiles.get(0), headNote == null ? null : headNote.last(), firstSequence);
            Path last = auditFiles.get(auditFiles.size() - 1);
            for (Path each : auditFiles) {
                verification.verifyFile(each, each.equals(last), files.isRotated(each));
            }
            verification.checkStartAndEndOfChain(files.headPath());
            Map<Integer, Json> unwritten = CallJournal.findUnwritten(journal, verification.lastSequence());
            unwritten.values().forEach(verification::addUnansweredCall);
            if (journal.length == 0 && headNote != null && headNote.isRunning()) {
                verification.addProblem(
                        "the file " + files.journalPath() + " of the calls under way was removed or emptied");
            }
            return verification.toReport();
        } catch (IOException e) {
            throw new AuditException("The audit file " + file + " cannot be read: " + e, e);
        }
    }
}
