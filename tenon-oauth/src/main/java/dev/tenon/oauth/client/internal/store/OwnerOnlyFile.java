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
 * One file that nobody but its user sees, at any moment. Where there are no permissions as in POSIX (Windows), the
 * directory's own rules hold: that of a user is closed to others there.
 */
public final class OwnerOnlyFile {
    private static final Set<PosixFilePermission> OWNER_PERMISSIONS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final Set<PosixFilePermission> FORBIDDEN_DIRECTORY_PERMISSIONS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration LOCK_RETRY_INTERVAL = Duration.ofMillis(20);

    private final Path file;
    private final Path directory;
    private final boolean hasPermissions;

    /** For that file; nothing is touched yet. */
    public OwnerOnlyFile(Path file) {
        this.file = file;
        this.directory = Objects.requireNonNull(file.getParent());
        this.hasPermissions = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Held by one process at a time, until it is closed or the process ends. */
    public record ProcessLock(FileChannel channel, FileLock lock) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            lock.release();
            channel.close();
        }
    }

    /**
     * What is in the file; nothing when there is none.
     *
     * @throws AuthorizationException when others could have read or written it
     */
    public byte[] read(int most) throws IOException {
        try {
            checkPermissions();
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                byte[] bytes = in.readNBytes(most + 1);
                if (bytes.length > most) {
                    throw new IOException("it has more than " + most + " bytes");
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
            throw new AuthorizationException("The file of tokens " + file
                    + " is not read: others than its owner can read"
                    + " it, or it is a link. Remove it and log in again, or, if nobody has read it: chmod 600 " + file);
        }
        if (!Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(directory))) {
            throw new AuthorizationException(
                    "The file of tokens " + file + " is not read: it belongs to somebody else");
        }
        if (Files.getPosixFilePermissions(directory).stream().anyMatch(FORBIDDEN_DIRECTORY_PERMISSIONS::contains)) {
            throw new AuthorizationException("The file of tokens " + file + " is not read: others can write to its"
                    + " directory. chmod 700 " + directory);
        }
    }

    /** Puts this in place of what is in the file: whoever reads sees the one or the other, also after a crash. */
    public void write(byte[] bytes) throws IOException {
        ensureDirectory();
        Path next = directory.resolve(file.getFileName() + ".next");
        // One that a process left that was killed: the lock says that nobody writes it now.
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
            Path above = directory.getParent();
            if (above != null) {
                Files.createDirectories(above);
            }
            try {
                Files.createDirectory(directory, fileAttributes("rwx------"));
            } catch (FileAlreadyExistsException e) {
                // Another process made it.
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
     * Waits until no other process has the lock.
     *
     * @throws IOException when it is not free for a long time
     */
    public ProcessLock lock() throws IOException {
        ensureDirectory();
        Path path = directory.resolve(file.getFileName() + ".lock");
        FileChannel channel = FileChannel.open(
                path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), fileAttributes("rw-------"));
        try {
            long end = System.nanoTime() + LOCK_TIMEOUT.toNanos();
            FileLock lock = channel.tryLock();
            while (lock == null) {
                if (System.nanoTime() > end) {
                    throw new IOException("another process does not let go of " + path);
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
