package dev.tenon.guard.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chain on the disk: lines are put behind the last one, and files follow each other. One thread at a time. */
final class AuditChain implements AutoCloseable {
    private final AuditSettings settings;
    private final AuditFiles files;
    private final ChainHead head;
    private final long torn;
    private FileChannel channel;
    private ChainEntry last;
    private long size;
    private long first;

    private AuditChain(AuditSettings settings, AuditFiles files, ChainHead head) throws IOException {
        this.settings = settings;
        this.files = files;
        this.head = head;
        this.channel = opened(files.current());
        Tail tail = Tail.of(channel, files.current());
        this.torn = tail.torn();
        if (torn > 0) {
            channel.truncate(tail.whole());
        }
        this.size = tail.whole();
        ChainEntry known = tail.last();
        this.last = known == null ? lastOfRotated(files) : known;
        ChainEntry begin = size == 0 ? null : Tail.first(channel);
        this.first = begin == null ? last.sequence() + 1 : begin.sequence();
    }

    /** Opens the chain where it ended, without the piece of a line that a process left behind that died while writing. */
    static AuditChain open(AuditSettings settings) throws IOException {
        AuditFiles files = new AuditFiles(settings.file());
        Files.createDirectories(files.directory());
        ChainHead head = ChainHead.open(files.head());
        try {
            AuditChain chain = new AuditChain(settings, files, head);
            chain.append(List.of(AuditLine.event(
                    "opened", out -> out.field("tornBytes", chain.torn == 0 ? null : (Number) chain.torn))));
            return chain;
        } catch (IOException | AuditException e) {
            head.close();
            throw e;
        }
    }

    private static FileChannel opened(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static ChainEntry lastOfRotated(AuditFiles files) throws IOException {
        List<Path> rotated = files.rotated();
        if (rotated.isEmpty()) {
            return ChainEntry.START;
        }
        Path newest = rotated.get(rotated.size() - 1);
        try (FileChannel channel = FileChannel.open(newest, StandardOpenOption.READ)) {
            @Nullable ChainEntry end = Tail.of(channel, newest).last();
            return end == null ? ChainEntry.START : end;
        }
    }

    /**
     * Puts lines behind the last one, as many as go into one file. When this returns, the operating system has them.
     *
     * @return how many; at least one
     * @throws IOException when they cannot be written; the chain is then as it was
     */
    int append(List<AuditLine> lines) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024 * lines.size());
        ChainEntry end = last;
        int count = 0;
        for (AuditLine line : lines) {
            byte[] bytes = chained(end, line.members().get());
            if (size + out.size() > 0 && size + out.size() + bytes.length + 1 > settings.rotateBytes()) {
                if (count > 0) {
                    break;
                }
                rotate();
            }
            out.write(bytes);
            out.write('\n');
            end = end.next(bytes);
            count++;
        }
        write(out.toByteArray());
        size += out.size();
        last = end;
        head.write(last);
        return count;
    }

    private static byte[] chained(ChainEntry before, byte[] members) {
        byte[] chain = ("{\"seq\":" + (before.sequence() + 1) + ",\"prev\":\"" + before.hash() + "\",")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOf(chain, chain.length + members.length - 1);
        System.arraycopy(members, 1, line, chain.length, members.length - 1);
        return line;
    }

    private void write(byte[] lines) throws IOException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(lines);
            while (bytes.hasRemaining()) {
                channel.write(bytes, size + bytes.position());
            }
            if (settings.sync()) {
                channel.force(false);
            }
        } catch (IOException e) {
            takeBack(e);
            throw e;
        }
    }

    /** Half a line must not stay: the next one would be put behind it. */
    private void takeBack(IOException problem) {
        try {
            channel.truncate(size);
        } catch (IOException e) {
            problem.addSuppressed(e);
        }
    }

    private void rotate() throws IOException {
        if (Files.exists(files.current())) {
            Files.move(files.current(), files.rotated(first));
        }
        FileChannel full = channel;
        channel = opened(files.current());
        size = 0;
        first = last.sequence() + 1;
        full.close();
        List<Path> old = files.rotated();
        for (int i = 0; i < old.size() - (settings.keepFiles() - 1); i++) {
            Files.deleteIfExists(old.get(i));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        head.close();
    }
}
