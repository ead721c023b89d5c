package dev.tenon.guard.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds out whether an audit is whole: whether a line was changed, removed, put in another order or cut off, in any of
 * its files, now or before a restart of the guard; and which calls were under way when the guard ended, so that nothing
 * answered them.
 *
 * <p>A chain of hashes proves this against whoever cannot write the whole chain anew. Who must be safe from that, too,
 * keeps the hash of the last line ({@link AuditReport#hash()}) where the guard's machine cannot change it.
 */
public final class AuditVerifier {
    private AuditVerifier() {}

    /**
     * Reads all files of the audit that is written to this file, the oldest first. All lines must be there, but those
     * that the guard itself deleted ({@link AuditSettings#keepFiles()}).
     *
     * @throws AuditException when there is no such file, or one cannot be read
     */
    public static AuditReport verify(Path file) {
        return verify(file, 1);
    }

    /**
     * Like {@link #verify(Path)}, for an audit whose oldest files another program deletes, such as logrotate.
     *
     * @param from the number of the first line that must be there, from 1
     */
    public static AuditReport verify(Path file, long from) {
        AuditFileSet files = new AuditFileSet(file);
        try {
            // Before the lines, which a running guard writes first.
            ChainHead.HeadNote note = ChainHead.read(files.headPath());
            byte[] calls = Files.exists(files.journalPath()) ? Files.readAllBytes(files.journalPath()) : new byte[0];
            List<Path> all = files.allFiles();
            if (all.isEmpty()) {
                throw new AuditException("There is no audit file " + files.currentPath());
            }
            ChainVerification lines = new ChainVerification(all.get(0), note == null ? null : note.last(), from);
            for (int i = 0; i < all.size(); i++) {
                lines.verifyFile(all.get(i), i == all.size() - 1, files.isRotated(all.get(i)));
            }
            lines.finish(files.headPath());
            CallJournal.findUnwritten(calls, lines.lastSequence()).values().forEach(lines::addUnanswered);
            if (calls.length == 0 && note != null && note.isRunning()) {
                lines.addProblem("the file " + files.journalPath() + " of the calls under way was removed or emptied");
            }
            return lines.toReport();
        } catch (IOException e) {
            throw new AuditException("The audit file " + file + " cannot be read: " + e, e);
        }
    }
}
