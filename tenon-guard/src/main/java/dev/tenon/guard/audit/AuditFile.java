package dev.tenon.guard.audit;

import dev.tenon.guard.file.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** The file that is written. Everything is put at its end, also when another process has cut it meanwhile. */
final class AuditFile implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private final @Nullable Object key;
    private long size;
    private boolean hasPiece;

    private AuditFile(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.key = key(path);
        this.size = channel.size();
    }

    /** What became of the file while it was written. */
    enum Change {
        NONE,
        /** There is another one at its path, or none: it was removed or renamed. */
        GONE,
        SHORTER,
        LONGER
    }

    /** Opens it, or creates it for its owner alone. */
    static AuditFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(
                path, EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND), OwnerOnly.file());
        try {
            return new AuditFile(path, channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** What identifies the file at a path, whatever it is called; null where the file system does not know. */
    static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    static boolean isSame(Path path, @Nullable Object key) throws IOException {
        try {
            Object now = key(path);
            return key == null || key.equals(now);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Nullable Object key() {
        return key;
    }

    long size() {
        return size;
    }

    /** Compares the file at the path with what was written. */
    Change look() throws IOException {
        if (!isSame(path, key)) {
            return Change.GONE;
        }
        if (hasPiece) {
            truncate(size);
        }
        return Change.values()[channel.size() == size ? 0 : channel.size() < size ? 2 : 3];
    }

    /** Takes the size that it has now, whoever made it so. */
    void takeSize() throws IOException {
        size = channel.size();
    }

    /** Takes off what comes behind that many bytes. */
    void truncate(long bytes) throws IOException {
        channel.truncate(bytes);
        size = bytes;
        hasPiece = false;
    }

    /**
     * Puts whole lines at the end. When this returns, the operating system has them.
     *
     * @param sync whether the disk must have them too
     * @throws IOException when they cannot be written; the file is then as it was, or will be before the next line is written
     */
    void write(byte[] lines, boolean sync) throws IOException {
        try {
            for (ByteBuffer bytes = ByteBuffer.wrap(lines); bytes.hasRemaining(); ) {
                channel.write(bytes);
            }
            if (sync) {
                channel.force(false);
            }
            size += lines.length;
        } catch (IOException e) {
            hasPiece = true;
            try {
                truncate(size);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
