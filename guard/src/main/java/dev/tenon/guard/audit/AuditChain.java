package dev.tenon.guard.audit;

import dev.tenon.guard.audit.CallJournal.CallRecord;
import dev.tenon.guard.internal.file.OwnerOnlyPermissions;
import dev.tenon.internal.concurrent.LogRateLimiter;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends lines to the chain of audit files, and rotates the files. Confined to one thread at a time. */
final class AuditChain implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditChain.class);

    private final AuditSettings settings;
    private final int journalSlots;
    private final AuditFileSet files;
    private final RecentLineBuffer recent = new RecentLineBuffer();
    private final LogRateLimiter headFailureLimit = new LogRateLimiter(1, Duration.ofMinutes(1));
    private ChainHeadFile head;
    private AuditFile file;
    private volatile CallJournal journal;
    private ChainEntry last;
    private long firstSequence;
    /** The size of the file when it contains only the line that explains why it was created. */
    private long minFileBytes;

    private AuditChain(AuditSettings settings, int journalSlots, AuditFileSet files, ChainHeadFile head)
            throws IOException {
        AuditFileEnd tail = AuditFileEnd.readFrom(files.currentPath());
        ChainRecovery recovery = ChainRecovery.recover(files, tail);
        ChainEntry firstEntry = tail.completeBytes() == 0 ? null : AuditLineReader.readFirst(files.currentPath());
        this.settings = settings;
        this.journalSlots = journalSlots;
        this.files = files;
        this.head = head;
        this.last = recovery.last();
        this.firstSequence = firstEntry == null ? last.sequence() + 1 : firstEntry.sequence();
        this.file = new AuditFile(files.currentPath());
        try {
            this.journal = CallJournal.open(files.journalPath(), journalSlots, last.sequence());
        } catch (IOException e) {
            file.close();
            throw e;
        }
        try {
            file.truncate(tail.completeBytes());
            appendEvent("opened", out -> recovery.findings()
                    .forEach((name, value) -> out.fieldUnlessNull(name, Json.of(value))));
            drainToFiles(new ArrayList<>(
                    journal.unfinished().stream().map(CallRecord::toLine).toList()));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens the chain at its end, without the partial line of a process that died while writing. Appends a line about
     * the opening and the calls that were in progress when the previous guard ended.
     *
     * @param journalSlots the maximum number of calls in progress
     */
    static AuditChain open(AuditSettings settings, int journalSlots) throws IOException {
        AuditFileSet files = new AuditFileSet(settings.file());
        OwnerOnlyPermissions.createDirectories(files.directory());
        warnIfOpenToOthers(files.directory(), "700");
        warnIfOpenToOthers(files.currentPath(), "600");
        ChainHeadFile head = ChainHeadFile.openAndLock(files.headPath());
        try {
            return new AuditChain(settings, journalSlots, files, head);
        } catch (IOException | RuntimeException e) {
            head.close();
            throw e;
        }
    }

    private static void warnIfOpenToOthers(Path path, String mode) throws IOException {
        String text = "The audit is accessible to other users: path={}, permissions={}. Run: chmod {} {}";
        OwnerOnlyPermissions.findWiderPermissions(path)
                .ifPresent(permissions -> LOG.warn(text, path, permissions, mode, path));
    }

    /** Returns the journal of calls in progress. Thread-safe. */
    CallJournal pendingCallJournal() {
        return journal;
    }

    /**
     * Appends lines, removes each from the list once the operating system has it, and releases its call.
     *
     * @throws IOException if a line cannot be written; it and the following ones stay on the list
     */
    void drainToFiles(List<PendingAuditLine> lines) throws IOException {
        while (!lines.isEmpty()) {
            int written = writeFittingLines(lines);
            if (written == 0) {
                rotateAndDeleteOldest();
            }
            lines.subList(0, written).clear();
        }
    }

    /** Writes as many lines as fit into the file, and returns their number; 0 if it is full. */
    private int writeFittingLines(List<PendingAuditLine> lines) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024 * lines.size());
        List<RecentLineBuffer.ChainedLine> written = new ArrayList<>();
        ChainEntry chainEnd = last;
        for (PendingAuditLine line : lines) {
            byte[] bytes = encodeChained(chainEnd, line.members().get());
            long newSize = file.size() + out.size();
            if (newSize > minFileBytes && newSize + bytes.length + 1 > settings.rotateBytes()) {
                break;
            }
            out.writeBytes(bytes);
            out.write('\n');
            chainEnd = chainEnd.next(bytes);
            written.add(new RecentLineBuffer.ChainedLine(chainEnd, bytes));
            if (line.call() != null) {
                line.call().assignSequence(chainEnd.sequence());
            }
        }
        if (written.isEmpty()) {
            return 0;
        }
        file.write(out.toByteArray(), settings.sync());
        last = chainEnd;
        written.forEach(recent::add);
        for (PendingAuditLine line : lines.subList(0, written.size())) {
            if (line.call() != null) {
                line.call().release();
            }
        }
        writeHead();
        return written.size();
    }

    private static byte[] encodeChained(ChainEntry previous, byte[] members) {
        byte[] chain = ("{\"seq\":" + (previous.sequence() + 1) + ",\"prev\":\"" + previous.hash() + "\",")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOf(chain, chain.length + members.length - 1);
        System.arraycopy(members, 1, line, chain.length, members.length - 1);
        return line;
    }

    /** Records the last line in the head file. A failure is only logged, as the next line repeats it. */
    private void writeHead() {
        try {
            head.write(last, true);
        } catch (IOException e) {
            if (headFailureLimit.admitAndTakeSuppressed() >= 0) {
                String text = "Could not update the audit head file, truncation cannot be detected until this succeeds:"
                        + " file={}, cause={}";
                LOG.error(text, files.headPath(), e.toString());
            }
        }
    }

    /** Appends an event line of the guard itself. */
    void appendEvent(String name, Consumer<JsonWriter> members) throws IOException {
        drainToFiles(new ArrayList<>(List.of(PendingAuditLine.ofEvent(name, null, members))));
    }

    /**
     * Checks whether other processes changed the file; repairs it and records the change in the chain.
     *
     * @param checkSiblings whether to check the head file and the journal as well
     */
    void checkAndRepairFiles(boolean checkSiblings) throws IOException {
        long currentSize = file.sizeAtPathAfterRepair();
        if (currentSize > file.size()) {
            openCurrentFile(firstSequence);
            terminateLine();
            appendReopened("lengthened");
        } else if (currentSize < file.size()) {
            restoreCurrentFile(currentSize < 0);
        }
        if (checkSiblings && !head.isInPlace()) {
            ChainHeadFile removedHead = head;
            head = ChainHeadFile.openAndLock(files.headPath());
            removedHead.close();
            appendReopened("headRemoved");
        }
        if (checkSiblings && !journal.isInPlace()) {
            // The deleted journal stays open for the calls that it records.
            Files.deleteIfExists(files.journalPath());
            journal = CallJournal.open(files.journalPath(), journalSlots, last.sequence());
            appendReopened("callsRemoved");
        }
    }

    /**
     * Restores the file after it was removed, renamed or truncated: writes lines that are now in no file again, if
     * they are buffered.
     */
    private void restoreCurrentFile(boolean isGone) throws IOException {
        OwnerOnlyPermissions.createDirectories(files.directory());
        Path backup = files.findBackup(file.fileKey());
        if (isGone && backup != null) {
            Files.move(backup, files.rotated(firstSequence));
        }
        boolean isRenamed = isGone && files.hasArchivedKey(file.fileKey());
        ChainEntry previous = files.lastEntryBeforeCurrent();
        boolean isCopied = previous != null && previous.sequence() >= firstSequence;
        ChainEntry existing = Files.exists(files.currentPath()) ? AuditLineReader.readFirst(files.currentPath()) : null;
        if (existing != null && existing.sequence() == firstSequence) {
            ChainEntry chainEnd = AuditFileEnd.readFrom(files.currentPath()).last();
            openCurrentFile(firstSequence);
            terminateLine();
            file.write(recent.bytesAfterOrAll(chainEnd), settings.sync());
        } else {
            Files.deleteIfExists(files.newContentPath());
            try (AuditFile replacement = new AuditFile(files.newContentPath())) {
                replacement.write(recent.bytesAfterOrAll(previous), settings.sync());
            }
            Files.move(files.newContentPath(), files.currentPath(), StandardCopyOption.ATOMIC_MOVE);
            openCurrentFile(previous == null ? 1 : previous.sequence() + 1);
        }
        String removal = isRenamed ? "renamed" : existing == null ? "removed" : "replaced";
        appendReopened(isGone ? removal : isCopied ? "copied" : "cut");
    }

    /** Ends a partial line of another process. */
    private void terminateLine() throws IOException {
        if (AuditFileEnd.readFrom(files.currentPath()).tornBytes() > 0) {
            file.write(new byte[] {'\n'}, false);
        }
    }

    /** Continues in the file that is at the current path now. */
    private void openCurrentFile(long sequence) throws IOException {
        AuditFile oldFile = file;
        file = new AuditFile(files.currentPath());
        firstSequence = sequence;
        oldFile.close();
        warnIfOpenToOthers(files.currentPath(), "600");
    }

    private void appendReopened(String change) throws IOException {
        LOG.warn("Another process changed the audit files: file={}, change={}", files.currentPath(), change);
        appendEvent("reopened", out -> out.fieldUnlessNull("was", change));
    }

    /** Archives the current file, continues in a new one, and deletes the oldest files beyond the limit. */
    private void rotateAndDeleteOldest() throws IOException {
        Files.move(files.currentPath(), files.rotated(firstSequence));
        openCurrentFile(last.sequence() + 1);
        List<Path> rotatedFiles = files.rotated();
        int deleteCount = Math.max(0, rotatedFiles.size() - (settings.keepFiles() - 1));
        boolean keepsRotated = deleteCount < rotatedFiles.size();
        long oldest = keepsRotated ? files.readFirstSequence(rotatedFiles.get(deleteCount)) : firstSequence;
        minFileBytes = Long.MAX_VALUE;
        try {
            appendEvent("rotated", out -> out.fieldUnlessNull("oldest", (Number) oldest));
        } finally {
            minFileBytes = file.size();
        }
        for (Path expired : rotatedFiles.subList(0, deleteCount)) {
            Files.deleteIfExists(expired);
        }
    }

    /**
     * Marks the guard as stopped in the head file, and closes the files. Appends no line, and does not write pending
     * lines.
     *
     * @throws IOException if the head file cannot be written or a file cannot be closed; the other files are closed
     *     anyway
     */
    @Override
    public void close() throws IOException {
        try (ChainHeadFile headFile = head;
                AuditFile written = file;
                CallJournal calls = journal) {
            headFile.write(last, false);
        }
    }
}
