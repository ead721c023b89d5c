package dev.tenon.guard.audit;

import dev.tenon.guard.file.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The note of the last line that was written: its number and hash. It is written after the line, so it is never ahead: a file
 * that is behind it has lost its end. Its lock keeps two guards from writing one audit.
 */
final class ChainHead implements AutoCloseable {
    private static final int NUMBER = 20;
    private static final int LENGTH = NUMBER + 1 + Sha256.DIGITS + 1;

    private final FileChannel channel;
    private final FileLock lock;

    private ChainHead(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Opens it for writing.
     *
     * @throws AuditException when another guard has it
     */
    static ChainHead open(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = lock(channel);
        if (lock == null) {
            channel.close();
            throw new AuditException(
                    "The audit file beside " + file + " is written by another guard: give each its own");
        }
        return new ChainHead(channel, lock);
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    void write(ChainEntry last) throws IOException {
        String text = String.format(Locale.ROOT, "%0" + NUMBER + "d %s", last.sequence(), last.hash()) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
    }

    /** The number and hash that are noted; empty when there is no note that can be read. */
    static Optional<ChainEntry> read(Path file) throws IOException {
        if (!Files.exists(file) || Files.size(file) > 2L * LENGTH) {
            return Optional.empty();
        }
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        boolean whole = text.length() == LENGTH - 1
                && text.charAt(NUMBER) == ' '
                && text.substring(0, NUMBER).chars().allMatch(c -> c >= '0' && c <= '9');
        if (!whole) {
            return Optional.empty();
        }
        return Optional.of(new ChainEntry(Long.parseLong(text.substring(0, NUMBER)), "", text.substring(NUMBER + 1)));
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
    }
}
