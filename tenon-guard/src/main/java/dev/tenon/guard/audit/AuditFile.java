package dev.tenon.guard.audit;

import dev.tenon.guard.internal.file.OwnerOnlyPermissions;
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
    private boolean hasPartialLine;

    private AuditFile(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.key = key(path);
        this.size = channel.size();
    }

    /** Opens it, or creates it for its owner alone. */
    static AuditFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(
                path,
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                OwnerOnlyPermissions.fileAttributes());
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

    /** Returns how large the file at a path is; -1 when there is none, or its key is another. */
    static long size(Path path, @Nullable Object key) throws IOException {
        try {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            return key == null || key.equals(now.fileKey()) ? now.size() : -1;
        } catch (NoSuchFileException e) {
            return -1;
        }
    }

    @Nullable Object key() {
        return key;
    }

    /** How many bytes were written. */
    long size() {
        return size;
    }

    /**
     * Returns how large the file at the path is now: {@link #size} when no other process has changed it, -1 when it was
     * removed or renamed. Takes off the piece of a line that could not be written.
     */
    long currentSize() throws IOException {
        if (hasPartialLine) {
            truncate(size);
        }
        return size(path, key);
    }

    /** Takes off what comes behind that many bytes. */
    void truncate(long bytes) throws IOException {
        channel.truncate(bytes);
        size = bytes;
        hasPartialLine = false;
    }

    /**
     * Puts whole lines at the end. When this returns, the operating system has them.
     *
     * @param sync whether the disk must have them too
     * @throws IOException when they cannot be written; {@link #currentSize} takes off what was
     */
    void write(byte[] lines, boolean sync) throws IOException {
        hasPartialLine = true;
        for (ByteBuffer bytes = ByteBuffer.wrap(lines); bytes.hasRemaining(); ) {
            channel.write(bytes);
        }
        if (sync) {
            channel.force(false);
        }
        size += lines.length;
        hasPartialLine = false;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
