package dev.tenon.guard.audit;

import dev.tenon.guard.file.OwnerOnly;
import dev.tenon.guard.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The note of the last line that was written: its number and hash, and whether the guard is running. It is written after the line, so
 * it is never ahead: a file that is behind it has lost its end. Its lock keeps two guards from writing one audit.
 */
final class ChainHead implements AutoCloseable {
    private static final Pattern FORM =
            Pattern.compile("0*([0-9]{1,18}) ([0-9a-f]{" + Sha256.DIGITS + "}) ?([a-z]*)\\s*");
    private static final int MAX_BYTES = 200;

    private final Path file;
    private final FileChannel channel;
    private final FileLock lock;
    private final @Nullable Object key;

    private ChainHead(Path file, FileChannel channel, FileLock lock) throws IOException {
        this.file = file;
        this.channel = channel;
        this.lock = lock;
        this.key = AuditFile.key(file);
    }

    /**
     * What was noted.
     *
     * @param last the number and hash of the last line
     * @param isRunning whether the guard that wrote it has not been stopped
     */
    record Note(ChainEntry last, boolean isRunning) {}

    /**
     * Opens it for writing.
     *
     * @throws AuditException when another guard has it
     */
    static ChainHead open(Path file) throws IOException {
        Set<StandardOpenOption> options =
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileChannel channel = FileChannel.open(file, options, OwnerOnly.file());
        try {
            FileLock lock = lock(channel);
            if (lock == null) {
                throw new AuditException(
                        "The audit file beside " + file + " is written by another guard: give each its own");
            }
            return new ChainHead(file, channel, lock);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** Whether the file is still where it was. */
    boolean isInPlace() throws IOException {
        return AuditFile.isSame(file, key);
    }

    void write(ChainEntry last, boolean isRunning) throws IOException {
        String text = String.format(Locale.ROOT, "%018d", last.sequence()) + " " + last.hash() + " "
                + (isRunning ? "running" : "stopped") + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
    }

    /** What is noted; empty when there is no note that can be read. */
    static Optional<Note> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES);
        }
        Matcher note = FORM.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        if (!note.matches()) {
            return Optional.empty();
        }
        ChainEntry last = new ChainEntry(Long.parseLong(note.group(1)), "", note.group(2), null);
        return Optional.of(new Note(last, note.group(3).equals("running")));
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            lock.release();
        }
    }
}
