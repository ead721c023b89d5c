package dev.tenon.guard.audit;

import dev.tenon.guard.file.OwnerOnly;
import dev.tenon.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
    private final AuditFiles files;
    private final RecentLines recent = new RecentLines();
    private final Consumer<JsonWriter> findings;
    private ChainHead head;
    private AuditFile file;
    private ChainEntry last;
    private long first;
    /** The size of the file when only the line is in it that says why it was begun. */
    private long begun;

    private boolean isHeadFailing;

    private AuditChain(
            AuditSettings settings, AuditFiles files, ChainHead head, AuditFile file, ChainStart start, long first) {
        this.settings = settings;
        this.files = files;
        this.head = head;
        this.file = file;
        this.last = start.last();
        this.findings = start.findings();
        this.first = first;
    }

    /** Opens the chain where it ended, without the piece of a line that a process left behind that died while writing. */
    static AuditChain open(AuditSettings settings) throws IOException {
        AuditFiles files = new AuditFiles(settings.file());
        OwnerOnly.createDirectories(files.directory());
        complain(files.directory(), "700");
        complain(files.current(), "600");
        ChainHead head = ChainHead.open(files.head());
        AuditFile file = null;
        try {
            Tail tail = Tail.of(files.current());
            ChainStart start = ChainStart.of(files, tail, ChainHead.read(files.head()), Files.exists(files.calls()));
            ChainEntry begin = tail.whole() == 0 ? null : AuditLines.first(files.current());
            file = AuditFile.open(files.current());
            file.truncate(tail.whole());
            return new AuditChain(
                    settings,
                    files,
                    head,
                    file,
                    start,
                    begin == null ? start.last().sequence() + 1 : begin.sequence());
        } catch (IOException | RuntimeException e) {
            if (file != null) {
                file.close();
            }
            head.close();
            throw e;
        }
    }

    private static void complain(Path path, String mode) throws IOException {
        OwnerOnly.wider(path)
                .ifPresent(permissions -> LOG.warn(
                        "Others than its owner may use the audit: path={}, permissions={}. Run: chmod {} {}",
                        path,
                        permissions,
                        mode,
                        path));
    }

    AuditFiles files() {
        return files;
    }

    ChainEntry last() {
        return last;
    }

    /** The line that says that the guard has started, and what it found. */
    AuditLine opened() {
        return AuditLine.event("opened", findings);
    }

    /**
     * Puts lines behind the last one, as many as go into one file. When this returns, the operating system has them.
     *
     * @return how many; at least one
     * @throws IOException when they cannot be written; the chain is then as it was
     */
    int append(List<AuditLine> lines) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024 * lines.size());
        List<byte[]> written = new ArrayList<>();
        ChainEntry end = last;
        for (AuditLine line : lines) {
            byte[] members = line.members().get();
            byte[] bytes = chained(end, members);
            if (file.size() + out.size() + bytes.length + 1 > settings.rotateBytes()) {
                if (!written.isEmpty()) {
                    break;
                }
                if (file.size() > begun) {
                    rotate();
                    end = last;
                    bytes = chained(end, members);
                }
            }
            out.writeBytes(bytes);
            out.write('\n');
            written.add(bytes);
            end = end.next(bytes);
            if (line.call() != null) {
                line.call().assign(end.sequence());
            }
        }
        file.write(out.toByteArray(), settings.sync());
        for (byte[] bytes : written) {
            last = last.next(bytes);
            recent.add(last, bytes);
        }
        note();
        return written.size();
    }

    private static byte[] chained(ChainEntry before, byte[] members) {
        byte[] chain = ("{\"seq\":" + (before.sequence() + 1) + ",\"prev\":\"" + before.hash() + "\",")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOf(chain, chain.length + members.length - 1);
        System.arraycopy(members, 1, line, chain.length, members.length - 1);
        return line;
    }

    /** What is written is written, whether it can be noted or not: it is noted with the next line. */
    private void note() {
        try {
            head.write(last, true);
            isHeadFailing = false;
        } catch (IOException e) {
            if (!isHeadFailing) {
                LOG.error(
                        "The last line of the audit cannot be noted: file={}, {}. Until it can be, a cut end is not"
                                + " noticed",
                        files.head(),
                        e.toString());
            }
            isHeadFailing = true;
        }
    }

    /** Looks whether the file is as it was written; what another process did to it is mended and written into the chain. */
    void look() throws IOException {
        AuditFile.Change change = file.look();
        if (change == AuditFile.Change.LONGER) {
            file.takeSize();
            endLine();
            report("lengthened");
        } else if (change != AuditFile.Change.NONE) {
            restore(change == AuditFile.Change.GONE);
        }
    }

    /** Looks whether the note of the last line is still there, and begins another if not. */
    void lookAtHead() throws IOException {
        if (!head.isInPlace()) {
            ChainHead lost = head;
            head = ChainHead.open(files.head());
            lost.close();
            report("headRemoved");
        }
    }

    /** The file was removed, renamed or cut: what is in no file now is written again, as far as it is still known. */
    private void restore(boolean isGone) throws IOException {
        OwnerOnly.createDirectories(files.directory());
        Path now = isGone ? files.named(file.key()) : null;
        ChainEntry before = files.lastOfEarlier();
        boolean isCopied = before != null && before.sequence() >= first;
        ChainEntry there = Files.exists(files.current()) ? AuditLines.first(files.current()) : null;
        if (there != null && there.sequence() == first) {
            ChainEntry end = Tail.of(files.current()).last();
            begin(AuditFile.open(files.current()), first);
            endLine();
            file.write(recent.after(end), settings.sync());
        } else {
            Files.deleteIfExists(files.fresh());
            try (AuditFile fresh = AuditFile.open(files.fresh())) {
                fresh.write(recent.after(before), settings.sync());
            }
            Files.move(files.fresh(), files.current(), StandardCopyOption.ATOMIC_MOVE);
            begin(AuditFile.open(files.current()), before == null ? 1 : before.sequence() + 1);
        }
        report(now != null ? "renamed" : isGone ? there == null ? "removed" : "replaced" : isCopied ? "copied" : "cut");
    }

    /** A line begins at the start of a line, whatever another process has put before. */
    private void endLine() throws IOException {
        if (Tail.of(files.current()).torn() > 0) {
            file.write(new byte[] {'\n'}, false);
        }
    }

    private void begin(AuditFile next, long firstSequence) throws IOException {
        AuditFile full = file;
        file = next;
        first = firstSequence;
        full.close();
        complain(files.current(), "600");
    }

    /** Writes into the chain what another process did to its files. */
    void report(String what) throws IOException {
        LOG.warn("Another process changed the files of the audit: file={}, change={}", files.current(), what);
        append(List.of(AuditLine.event("reopened", out -> out.field("was", what))));
        begun = file.size();
    }

    private void rotate() throws IOException {
        Files.move(files.current(), files.rotated(first));
        begin(AuditFile.open(files.current()), last.sequence() + 1);
        List<Path> old = files.rotated();
        int gone = Math.max(0, old.size() - (settings.keepFiles() - 1));
        long oldest = gone < old.size() ? files.first(old.get(gone)) : first;
        begun = Long.MAX_VALUE;
        try {
            append(List.of(AuditLine.event("rotated", out -> out.field("oldest", (Number) oldest))));
        } finally {
            begun = file.size();
        }
        for (Path each : old.subList(0, gone)) {
            Files.deleteIfExists(each);
        }
    }

    /** Notes that the guard has been stopped, and closes the files. */
    @Override
    public void close() throws IOException {
        try (ChainHead note = head;
                AuditFile written = file) {
            note.write(last, false);
        }
    }
}
