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
 * A small file that is replaced as a whole: whoever reads it, also after a crash, finds the old or the new, never a
 * part.
 */
public final class AtomicFile {
    private final Path file;
    private final int maxBytes;
    private final boolean ownerOnly;

    private AtomicFile(Path file, int mostBytes, boolean forOwner) {
        this.file = file.toAbsolutePath();
        this.maxBytes = mostBytes;
        this.ownerOnly = forOwner;
    }

    /** A file that others may read as the system's settings have it; at most so many bytes are read from it. */
    public static AtomicFile withDefaultPermissions(Path file, int mostBytes) {
        return new AtomicFile(file, mostBytes, false);
    }

    /** A file that only its owner may read and write, where the file system knows owners. */
    public static AtomicFile ownerOnly(Path file, int mostBytes) {
        return new AtomicFile(file, mostBytes, true);
    }

    /** Where it is. */
    public Path path() {
        return file;
    }

    /**
     * What is in it; empty when there is no such file.
     *
     * @throws IOException when it cannot be read, or is too large
     */
    public Optional<byte[]> read() throws IOException {
        try {
            if (Files.size(file) > maxBytes) {
                throw new IOException(file + " is larger than " + maxBytes + " bytes");
            }
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Replaces what is in it. When this returns, it is on the disk.
     *
     * @throws IOException when that cannot be done; the file is then as it was
     */
    public void write(byte[] bytes) throws IOException {
        Path directory = file.getParent();
        if (directory == null) {
            throw new IOException(file + " is no file");
        }
        if (ownerOnly) {
            OwnerOnlyPermissions.createDirectories(directory);
        } else {
            Files.createDirectories(directory);
        }
        FileAttribute<?>[] permissions =
                ownerOnly ? OwnerOnlyPermissions.fileAttributes() : OwnerOnlyPermissions.toAttributes("rw-r--r--");
        Path fresh = Files.createTempFile(directory, "." + file.getFileName(), ".new", permissions);
        try {
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
                    channel.write(rest);
                }
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
