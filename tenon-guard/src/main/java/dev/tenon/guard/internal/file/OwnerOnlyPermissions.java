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

/** Files and folders that only their owner may use, where the file system knows owners (0600 and 0700). */
public final class OwnerOnlyPermissions {
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private OwnerOnlyPermissions() {}

    /** What to create a file with: {@code rw-------}. */
    public static FileAttribute<?>[] fileAttributes() {
        return toAttributes("rw-------");
    }

    /** Creates a folder and those above it that are missing: {@code rwx------}. */
    public static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, toAttributes("rwx------"));
    }

    /**
     * The permissions of a file or folder that others may use too; empty when only its owner may, or it is not known.
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
