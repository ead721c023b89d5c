package dev.tenon.guard.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;

/**
 * A small file that is replaced atomically: a reader sees the old or the new content, even after a crash.
 *
 * @param path the absolute path
 * @param maxBytes how many bytes are read at most
 * @param isOwnerOnly whether only its owner can read and write it, where the file system supports that
 */
public record AtomicFile(Path path, int maxBytes, boolean isOwnerOnly) {
    public AtomicFile {
        path = path.toAbsolutePath();
    }

    /** Returns a file with the default permissions, of which at most {@code maxBytes} bytes are read. */
    public static AtomicFile withDefaultPermissions(Path file, int maxBytes) {
        return new AtomicFile(file, maxBytes, false);
    }

    /** Returns a file that only its owner can read and write, where the file system supports that. */
    public static AtomicFile ownerOnly(Path file, int maxBytes) {
        return new AtomicFile(file, maxBytes, true);
    }

    /**
     * Returns the content; empty if the file does not exist.
     *
     * @throws IOException if the file cannot be read or is too large
     */
    public Optional<byte[]> read() throws IOException {
        try {
            if (Files.size(path) > maxBytes) {
                throw new IOException(path + " is larger than " + maxBytes + " bytes");
            }
            return Optional.of(Files.readAllBytes(path));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Replaces the content and forces it to disk.
     *
     * @throws IOException if that fails; the file is then unchanged
     */
    public void write(byte[] bytes) throws IOException {
        Path directory = path.getParent();
        if (directory == null) {
            throw new IOException(path + " is not a file path");
        }
        if (isOwnerOnly) {
            OwnerOnlyPermissions.createDirectories(directory);
        } else {
            Files.createDirectories(directory);
        }
        FileAttribute<?>[] permissions =
                isOwnerOnly ? OwnerOnlyPermissions.fileAttributes() : OwnerOnlyPermissions.toAttributes("rw-r--r--");
        Path temporary = Files.createTempFile(directory, "." + path.getFileName(), ".new", permissions);
        try {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                for (ByteBuffer buffer = ByteBuffer.wrap(bytes); buffer.hasRemaining(); ) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
