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

/** The chain on the disk: lines are put behind the last one, and files follow each other. One thread at a time. */
final class AuditChain implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditChain.class);

    private final AuditSettings settings;
    private final int journalSlots;
    private final AuditFileSet files;
    private final RecentLineBuffer recent = new RecentLineBuffer();
    private final LogRateLimiter unnoted = new LogRateLimiter(1, Duration.ofMinutes(1));
    private ChainHead head;
    private AuditFile file;
    private volatile CallJournal journal;
    private ChainEntry last;
    private long first;
    /** The size of the file when only the line is in it that says why it was begun. */
    private long minFileBytes;

    private AuditChain(AuditSettings settings, int places, AuditFileSet files, ChainHead head) throws IOException {
        AuditFileTail tail = AuditFileTail.readFrom(files.currentPath());
        ChainRecovery start = ChainRecovery.recover(files, tail);
        ChainEntry begin = tail.completeBytes() == 0 ? null : AuditLineReader.readFirst(files.currentPath());
        this.settings = settings;
        this.journalSlots = places;
        this.files = files;
        this.head = head;
        this.last = start.last();
        this.first = begin == null ? last.sequence() + 1 : begin.sequence();
        this.file = AuditFile.open(files.currentPath());
        try {
            this.journal = CallJournal.open(files.journalPath(), places, last.sequence());
        } catch (IOException e) {
            file.close();
            throw e;
        }
        try {
            file.truncate(tail.completeBytes());
            appendEvent("opened", out -> start.findings().forEach((name, value) -> out.field(name, Json.of(value))));
            append(new ArrayList<>(
                    journal.unfinished().stream().map(CallRecord::toLine).toList()));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens the chain where it ended, without the piece of a line that a process left behind that died while writing.
     * First says that it was opened, and which calls were under way when the guard before ended.
     *
     * @param places how many calls may be under way
     */
    static AuditChain open(AuditSettings settings, int places) throws IOException {
        AuditFileSet files = new AuditFileSet(settings.file());
        OwnerOnlyPermissions.createDirectories(files.directory());
        warnIfOpenToOthers(files.directory(), "700");
        warnIfOpenToOthers(files.currentPath(), "600");
        ChainHead head = ChainHead.open(files.headPath());
        try {
            return new AuditChain(settings, places, files, head);
        } catch (IOException | RuntimeException e) {
            head.close();
            throw e;
        }
    }

    private static void warnIfOpenToOthers(Path path, String mode) throws IOException {
        OwnerOnlyPermissions.findWiderPermissions(path)
                .ifPresent(permissions -> LOG.warn(
                        "Others than its owner may use the audit: path={}, permissions={}. Run: chmod {} {}",
                        path,
                        permissions,
                        mode,
                        path));
    }

    /** Returns where calls are noted that go on now. For any thread. */
    CallJournal journal() {
        return journal;
    }

    /**
     * Puts lines behind the last one, and takes each off the list that the operating system has then; its call is no
     * longer under way.
     *
     * @throws IOException when one cannot be written; it is on the list with those that come after it
     */
    void append(List<PendingAuditLine> lines) throws IOException {
        while (!lines.isEmpty()) {
            int written = write(lines);
            if (written == 0) {
                rotate();
            }
            lines.subList(0, written).clear();
        }
    }

    /** Writes as many lines as go into the file, and returns how many: 0 when it is full. */
    private int write(List<PendingAuditLine> lines) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024 * lines.size());
        List<RecentLineBuffer.ChainedLine> written = new ArrayList<>();
        ChainEntry end = last;
        for (PendingAuditLine line : lines) {
            byte[] bytes = encodeChained(end, line.members().get());
            long size = file.size() + out.size();
            if (size > minFileBytes && size + bytes.length + 1 > settings.rotateBytes()) {
                break;
            }
            out.writeBytes(bytes);
            out.write('\n');
            end = end.next(bytes);
            written.add(new RecentLineBuffer.ChainedLine(end, bytes));
            if (line.call() != null) {
                line.call().assignSequence(end.sequence());
            }
        }
        if (written.isEmpty()) {
            return 0;
        }
        file.write(out.toByteArray(), settings.sync());
        last = end;
        written.forEach(recent::add);
        for (PendingAuditLine line : lines.subList(0, written.size())) {
            if (line.call() != null) {
                line.call().release();
            }
        }
        writeHead();
        return written.size();
    }

    private static byte[] encodeChained(ChainEntry before, byte[] members) {
        byte[] chain = ("{\"seq\":" + (before.sequence() + 1) + ",\"prev\":\"" + before.hash() + "\",")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOf(chain, chain.length + members.length - 1);
        System.arraycopy(members, 1, line, chain.length, members.length - 1);
        return line;
    }

    /** What is written is written, whether it can be noted or not: it is noted with the next line. */
    private void writeHead() {
        try {
            head.write(last, true);
        } catch (IOException e) {
            if (unnoted.tryAdmit() >= 0) {
                LOG.error(
                        "The last line of the audit cannot be noted: file={}, {}. Until it can be, a cut end is not"
                                + " noticed",
                        files.headPath(),
                        e.toString());
            }
        }
    }

    /** Writes a line of the guard itself. */
    void appendEvent(String name, Consumer<JsonWriter> members) throws IOException {
        append(new ArrayList<>(List.of(PendingAuditLine.ofEvent(name, null, members))));
    }

    /**
     * Looks whether the file is as it was written; what another process did to it is mended and written into the chain.
     *
     * @param beside whether to look at the files beside it, too
     */
    void checkFiles(boolean beside) throws IOException {
        long now = file.currentSize();
        if (now > file.size()) {
            openCurrentFile(first);
            terminateLine();
            appendReopened("lengthened");
        } else if (now < file.size()) {
            restore(now < 0);
        }
        if (beside && !head.isInPlace()) {
            ChainHead lost = head;
            head = ChainHead.open(files.headPath());
            lost.close();
            appendReopened("headRemoved");
        }
        if (beside && !journal.isInPlace()) {
            // The one before stays open for the calls that are noted in it, but without a name.
            Files.deleteIfExists(files.journalPath());
            journal = CallJournal.open(files.journalPath(), journalSlots, last.sequence());
            appendReopened("callsRemoved");
        }
    }

    /** The file was removed, renamed or cut: what is in no file now is written again, as far as it is still known. */
    private void restore(boolean isGone) throws IOException {
        OwnerOnlyPermissions.createDirectories(files.directory());
        Path backup = files.findBackup(file.key());
        if (isGone && backup != null) {
            Files.move(backup, files.rotated(first));
        }
        boolean isRenamed = isGone && files.isArchived(file.key());
        ChainEntry before = files.lastEarlierEntry();
        boolean isCopied = before != null && before.sequence() >= first;
        ChainEntry there = Files.exists(files.currentPath()) ? AuditLineReader.readFirst(files.currentPath()) : null;
        if (there != null && there.sequence() == first) {
            ChainEntry end = AuditFileTail.readFrom(files.currentPath()).last();
            openCurrentFile(first);
            terminateLine();
            file.write(recent.bytesAfter(end), settings.sync());
        } else {
            Files.deleteIfExists(files.nextPath());
            try (AuditFile fresh = AuditFile.open(files.nextPath())) {
                fresh.write(recent.bytesAfter(before), settings.sync());
            }
            Files.move(files.nextPath(), files.currentPath(), StandardCopyOption.ATOMIC_MOVE);
            openCurrentFile(before == null ? 1 : before.sequence() + 1);
        }
        appendReopened(
                isRenamed ? "renamed" : isGone ? there == null ? "removed" : "replaced" : isCopied ? "copied" : "cut");
    }

    /** A line begins at the start of a line, whatever another process has put before. */
    private void terminateLine() throws IOException {
        if (AuditFileTail.readFrom(files.currentPath()).tornBytes() > 0) {
            file.write(new byte[] {'\n'}, false);
        }
    }

    /** Goes on in the file that is at the path now. */
    private void openCurrentFile(long firstSequence) throws IOException {
        AuditFile full = file;
        file = AuditFile.open(files.currentPath());
        first = firstSequence;
        full.close();
        warnIfOpenToOthers(files.currentPath(), "600");
    }

    private void appendReopened(String what) throws IOException {
        LOG.warn("Another process changed the files of the audit: file={}, change={}", files.currentPath(), what);
        appendEvent("reopened", out -> out.field("was", what));
    }

    private void rotate() throws IOException {
        Files.move(files.currentPath(), files.rotated(first));
        openCurrentFile(last.sequence() + 1);
        List<Path> old = files.rotated();
        int gone = Math.max(0, old.size() - (settings.keepFiles() - 1));
        long oldest = gone < old.size() ? files.firstSequence(old.get(gone)) : first;
        minFileBytes = Long.MAX_VALUE;
        try {
            appendEvent("rotated", out -> out.field("oldest", (Number) oldest));
        } finally {
            minFileBytes = file.size();
        }
        for (Path each : old.subList(0, gone)) {
            Files.deleteIfExists(each);
        }
    }

    /** Notes that the guard has been stopped, and closes the files. */
    @Override
    public void close() throws IOException {
        try (ChainHead note = head;
                AuditFile written = file;
                CallJournal calls = journal) {
            note.write(last, false);
        }
    }
}
