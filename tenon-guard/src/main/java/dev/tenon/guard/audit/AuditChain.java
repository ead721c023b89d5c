package dev.tenon.guard.audit;

import dev.tenon.guard.file.Sha256;
import dev.tenon.json.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The chain on the disk: lines are put behind the last one, and files follow each other. One thread at a time. */
final class AuditChain implements AutoCloseable {
    private final AuditSettings settings;
    private final AuditFiles files;
    private final Head head;
    private final long torn;
    private FileChannel channel;
    private Link last;
    private long size;
    private long first;

    private AuditChain(AuditSettings settings, AuditFiles files, Head head) throws IOException {
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
        Link known = tail.last();
        this.last = known == null ? lastOfRotated(files) : known;
        Link begin = size == 0 ? null : Tail.first(channel);
        this.first = begin == null ? last.sequence() + 1 : begin.sequence();
    }

    /** Opens the chain where it ended, without the piece of a line that a process left behind that died while writing. */
    static AuditChain open(AuditSettings settings) throws IOException {
        AuditFiles files = new AuditFiles(settings.file());
        Files.createDirectories(files.directory());
        Head head = Head.open(files.head());
        try {
            return new AuditChain(settings, files, head);
        } catch (IOException | AuditException e) {
            head.close();
            throw e;
        }
    }

    private static FileChannel opened(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static Link lastOfRotated(AuditFiles files) throws IOException {
        List<Path> rotated = files.rotated();
        if (rotated.isEmpty()) {
            return Link.START;
        }
        Path newest = rotated.get(rotated.size() - 1);
        try (FileChannel channel = FileChannel.open(newest, StandardOpenOption.READ)) {
            @Nullable Link end = Tail.of(channel, newest).last();
            return end == null ? Link.START : end;
        }
    }

    /** How many bytes of a torn line were found behind the last whole one when the file was opened. */
    long torn() {
        return torn;
    }

    /**
     * Puts a line behind the last one. When this returns, the operating system has it.
     *
     * @throws IOException when it cannot be written; the chain is then as it was
     */
    void append(Consumer<JsonWriter> members) throws IOException {
        JsonWriter out = new JsonWriter(512).object();
        out.name("seq").value(last.sequence() + 1).field("prev", last.hash());
        members.accept(out);
        byte[] json = out.endObject().toBytes();
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        if (size > 0 && size + line.length > settings.rotateBytes()) {
            rotate();
        }
        write(line);
        last = new Link(last.sequence() + 1, last.hash(), Sha256.hex(json));
        size += line.length;
        head.write(last);
    }

    private void write(byte[] line) throws IOException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line);
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
