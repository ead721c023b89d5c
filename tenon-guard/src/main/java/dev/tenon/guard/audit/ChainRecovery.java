package dev.tenon.guard.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a chain goes on when a guard starts. What is not as it was left is written into the chain. The chain goes on
 * behind the line that was noted, not behind the last that is there, so that the gap is in the chain for ever.
 *
 * @param last the line that the next one follows
 * @param findings what the line of the start says: {@code tornBytes}; {@code missingFrom} and {@code missingTo}; {@code
 *     changed}; {@code noHead}; {@code noCalls}
 */
record ChainRecovery(ChainEntry last, Map<String, Object> findings) {
    /**
     * Compares the files with what was noted.
     *
     * @param tail the end of the current file
     * @throws AuditException when the file is none of an audit, and nothing says what it was
     */
    static ChainRecovery recover(AuditFileSet files, AuditFileTail tail) throws IOException {
        Map<String, Object> findings = new LinkedHashMap<>();
        if (tail.tornBytes() > 0) {
            findings.put("tornBytes", tail.tornBytes());
        }
        ChainEntry found = tail.last() == null && !tail.isDamaged()
                ? Objects.requireNonNullElse(files.lastEarlierEntry(), ChainEntry.START)
                : tail.last();
        ChainHead.HeadNote note = ChainHead.read(files.headPath());
        if (note != null) {
            if (note.isRunning() && files.journalPath().toFile().length() == 0) {
                findings.put("noCalls", true);
            }
            return new ChainRecovery(resolveLast(files, found, note.last(), findings), findings);
        }
        if (found == null) {
            throw new AuditException("The last line of the audit file " + files.currentPath() + " is damaged, so that"
                    + " nothing can be chained to it. Verify the file, keep it, and move it away to begin anew.");
        }
        // Without any file beside, and without lines, it is a new audit.
        if (found.sequence() > 0 || Files.exists(files.journalPath())) {
            findings.put("noHead", true);
        }
        return new ChainRecovery(found, findings);
    }

    private static ChainEntry resolveLast(
            AuditFileSet files, @Nullable ChainEntry found, ChainEntry noted, Map<String, Object> findings)
            throws IOException {
        long last = noted.sequence();
        if (found != null && found.sequence() < last) {
            findings.put("missingFrom", found.sequence() + 1);
            findings.put("missingTo", last);
            return noted;
        }
        ChainEntry same = found == null || found.sequence() == last ? found : findEntry(files, last);
        boolean isChanged = same == null || !same.hash().equals(noted.hash());
        if (isChanged) {
            findings.put("changed", last);
        }
        return found == null || (isChanged && found.sequence() == last) ? noted : found;
    }

    private static @Nullable ChainEntry findEntry(AuditFileSet files, long sequence) throws IOException {
        List<Path> all = files.allFiles();
        ChainEntry found = null;
        for (int i = all.size() - 1; i >= 0 && found == null; i--) {
            found = AuditLineReader.readLast(all.get(i), sequence);
        }
        return found;
    }
}
