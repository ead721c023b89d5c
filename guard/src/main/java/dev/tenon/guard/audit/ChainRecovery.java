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
 * Determines where a chain continues when a guard starts. Irregularities are recorded in the chain. The chain continues
 * after the line in the head file and not after the last existing one, so that a gap stays visible.
 *
 * @param last the line before the next one
 * @param findings members of the event line of the start: {@code tornBytes}; {@code missingFrom} and {@code missingTo};
 *     {@code changed}; {@code noHead}; {@code noCalls}
 */
record ChainRecovery(ChainEntry last, Map<String, Object> findings) {
    /**
     * Compares the files with the head file.
     *
     * @param tail the end of the current file
     * @throws AuditException if the last line is not an audit line and there is no head file
     */
    static ChainRecovery recover(AuditFileSet files, AuditFileEnd tail) throws IOException {
        Map<String, Object> findings = new LinkedHashMap<>();
        if (tail.tornBytes() > 0) {
            findings.put("tornBytes", tail.tornBytes());
        }
        ChainEntry found = tail.last() == null && tail.completeBytes() == 0
                ? Objects.requireNonNullElse(files.lastEntryBeforeCurrent(), ChainEntry.START)
                : tail.last();
        ChainHeadFile.HeadNote headNote = ChainHeadFile.read(files.headPath());
        if (headNote != null) {
            if (headNote.isRunning() && files.journalPath().toFile().length() == 0) {
                findings.put("noCalls", true);
            }
            return new ChainRecovery(resolveLast(files, found, headNote.last(), findings), findings);
        }
        if (found == null) {
            throw new AuditException("The last line of the audit file " + files.currentPath() + " is damaged, so the"
                    + " chain cannot continue. Verify the file, and move it away to start a new audit.");
        }
        // Without other files and lines it is a new audit.
        if (found.sequence() > 0 || Files.exists(files.journalPath())) {
            findings.put("noHead", true);
        }
        return new ChainRecovery(found, findings);
    }

    private static ChainEntry resolveLast(
            AuditFileSet files, @Nullable ChainEntry found, ChainEntry recorded, Map<String, Object> findings)
            throws IOException {
        long last = recorded.sequence();
        if (found != null && found.sequence() < last) {
            findings.put("missingFrom", found.sequence() + 1);
            findings.put("missingTo", last);
            return recorded;
        }
        ChainEntry recordedLine = found == null || found.sequence() == last ? found : findEntryAtOrBefore(files, last);
        boolean isChanged = recordedLine == null || !recordedLine.hash().equals(recorded.hash());
        if (isChanged) {
            findings.put("changed", last);
        }
        return found == null || (isChanged && found.sequence() == last) ? recorded : found;
    }

    /**
     * Returns the last line whose sequence number is at most {@code sequence}; null if there is none. Reads the newest
     * file first, and invalid lines are skipped.
     */
    private static @Nullable ChainEntry findEntryAtOrBefore(AuditFileSet files, long sequence) throws IOException {
        List<Path> allFiles = files.allFiles();
        ChainEntry found = null;
        for (int i = allFiles.size() - 1; i >= 0 && found == null; i--) {
            found = AuditLineReader.readLast(allFiles.get(i), sequence);
        }
        return found;
    }
}
