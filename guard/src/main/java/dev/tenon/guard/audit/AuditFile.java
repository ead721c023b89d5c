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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The current audit file. Lines are always appended at its end, even if another process truncated it. */
final class AuditFile implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;
    private final @Nullable Object key;
    private long size;
    private boolean hasPartialLine;

    /** Opens the file, or creates it with permissions for its owner only. */
    AuditFile(Path path) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        this.path = path;
        this.channel = FileChannel.open(path, options, OwnerOnlyPermissions.fileAttributes());
        try {
            this.key = fileKey(path);
            this.size = channel.size();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Reads the file key of a path, which survives renaming; null if the file system has none.
     *
     * @throws IOException if there is no file at the path, or its attributes cannot be read
     */
    static @Nullable Object fileKey(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /**
     * Reads the size of the file at a path in bytes; -1 if it does not exist or has another key. A null key equals
     * every key.
     */
    static long size(Path path, @Nullable Object key) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return key == null || key.equals(attributes.fileKey()) ? attributes.size() : -1;
        } catch (NoSuchFileException e) {
            return -1;
        }
    }

    /** Returns the file key that was read when the file was opened; null if the file system has none. */
    @Nullable Object fileKey() {
        return key;
    }

    /**
     * Returns the size in bytes at the opening or the last truncation, plus that of the lines written since. Does not
     * read the file.
     */
    long size() {
        return size;
    }

    /**
     * Returns the current size of the file at the path: {@link #size} if no other process changed it, -1 if it was
     * removed or renamed. Removes a line that was written partially.
     */
    long sizeAtPathAfterRepair() throws IOException {
        if (hasPartialLine) {
            truncate(size);
        }
        return size(path, key);
    }

    /** Truncates the file. */
    void truncate(long bytes) throws IOException {
        channel.truncate(bytes);
        size = bytes;
        hasPartialLine = false;
    }

    /**
     * Appends whole lines. When this returns, the operating system has them.
     *
     * @param sync whether to force them to disk
     * @throws IOException if they cannot be written; {@link #sizeAtPathAfterRepair} removes what was written
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
