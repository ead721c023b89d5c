package dev.tenon.guard.internal.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Creates and checks files and directories that only their owner can use (0600 and 0700), where the file system
 * supports POSIX permissions.
 */
public final class OwnerOnlyPermissions {
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private OwnerOnlyPermissions() {}

    /** Returns the attributes to create a file with: {@code rw-------}. */
    public static FileAttribute<?>[] fileAttributes() {
        return toAttributes("rw-------");
    }

    /** Creates a directory and its missing parents: {@code rwx------}. */
    public static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, toAttributes("rwx------"));
    }

    /**
     * Returns the permissions of a file or directory that not only its owner can use; empty if only the owner can use
     * it, or the permissions are unknown.
     */
    public static Optional<String> findWiderPermissions(Path path) throws IOException {
        if (!supportsPosix() || !Files.exists(path)) {
            return Optional.empty();
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        return OWNER.containsAll(permissions)
                ? Optional.empty()
                : Optional.of(PosixFilePermissions.toString(permissions));
    }

    /** Returns the attributes for any permissions, also those that are not owner-only; empty without POSIX. */
    static FileAttribute<?>[] toAttributes(String permissions) {
        return supportsPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean supportsPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
