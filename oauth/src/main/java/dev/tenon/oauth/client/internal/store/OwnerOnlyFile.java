package dev.tenon.oauth.client.internal.store;

import dev.tenon.oauth.client.AuthorizationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A file that only its owner can access at any time. Without POSIX permissions (Windows), the permissions of the
 * directory apply, which only the user can access in a user profile.
 */
public final class OwnerOnlyFile {
    private static final Set<PosixFilePermission> OWNER_PERMISSIONS = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FORBIDDEN_DIRECTORY_PERMISSIONS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration LOCK_RETRY_INTERVAL = Duration.ofMillis(20);

    private final Path file;
    private final Path directory;
    private final boolean hasPermissions;

    /** Creates the accessor without touching the file. */
    public OwnerOnlyFile(Path file) {
        this.file = file;
        this.directory = Objects.requireNonNull(file.getParent());
        this.hasPermissions = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** A lock that one process holds until it is closed or the process exits. */
    public record ProcessLock(FileChannel channel, FileLock lock) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            lock.release();
            channel.close();
        }
    }

    /**
     * Reads the file; returns an empty array if it does not exist.
     *
     * @throws AuthorizationException if other users can read or write it, it is a link or belongs to a different user,
     *     or other users can write to its directory
     */
    public byte[] readOrEmpty(int maxBytes) throws IOException {
        try {
            checkPermissions();
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                byte[] bytes = in.readNBytes(maxBytes + 1);
                if (bytes.length > maxBytes) {
                    throw new IOException("it has more than " + maxBytes + " bytes");
                }
                return bytes;
            }
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    private void checkPermissions() throws IOException {
        if (!hasPermissions) {
            return;
        }
        Set<PosixFilePermission> open = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        if (Files.isSymbolicLink(file) || !OWNER_PERMISSIONS.containsAll(open)) {
            throw new AuthorizationException("The token file " + file + " is not used: other users can read"
                    + " it, or it is a link. Delete it and log in again, or, if its tokens are still secret: chmod 600 "
                    + file);
        }
        if (!Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(directory))) {
            throw new AuthorizationException("The token file " + file + " is not used: it belongs to a different user");
        }
        if (Files.getPosixFilePermissions(directory).stream().anyMatch(FORBIDDEN_DIRECTORY_PERMISSIONS::contains)) {
            throw new AuthorizationException("The token file " + file + " is not used: other users can write to its"
                    + " directory. To fix: chmod 700 " + directory);
        }
    }

    /** Replaces the contents atomically: readers see the old or the new contents, also after a crash. */
    public void write(byte[] bytes) throws IOException {
        ensureDirectory();
        Path next = directory.resolve(file.getFileName() + ".next");
        // A killed process may have left this file. The caller holds the lock, so it is not in use.
        Files.deleteIfExists(next);
        try (FileChannel out = FileChannel.open(
                next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), fileAttributes("rw-------"))) {
            Channels.newOutputStream(out).write(bytes);
            out.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void ensureDirectory() throws IOException {
        if (!Files.isDirectory(directory)) {
            Path parent = directory.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            try {
                Files.createDirectory(directory, fileAttributes("rwx------"));
            } catch (FileAlreadyExistsException e) {
                // A concurrent process created it.
            }
        }
    }

    private FileAttribute<?>[] fileAttributes(String permissions) {
        return hasPermissions
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Waits for the lock, for at most 90 seconds.
     *
     * @throws IOException if the lock does not become free in time
     */
    public ProcessLock lock() throws IOException {
        ensureDirectory();
        Path path = directory.resolve(file.getFileName() + ".lock");
        FileChannel channel = FileChannel.open(
                path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), fileAttributes("rw-------"));
        try {
            long deadline = System.nanoTime() + LOCK_TIMEOUT.toNanos();
            FileLock lock = channel.tryLock();
            while (lock == null) {
                if (System.nanoTime() > deadline) {
                    throw new IOException("a different process holds the lock " + path);
                }
                TimeUnit.NANOSECONDS.sleep(LOCK_RETRY_INTERVAL.toNanos());
                lock = channel.tryLock();
            }
            return new ProcessLock(channel, lock);
        } catch (InterruptedException e) {
            channel.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }
}
