package dev.tenon.guard.audit;

import java.nio.file.Path;

/**
 * Where the audit file is and how it is kept.
 *
 * @param file the file that is written; those before it lie beside it with a number in their names
 * @param rotateBytes how large a file may become before the next is begun
 * @param keepFiles how many files are kept, the one that is written included
 * @param mustWrite whether calls are refused while the file cannot be written
 * @param sync whether each line is forced onto the disk, and so outlives a loss of power; without, it outlives the
 *     process
 */
public record AuditSettings(Path file, long rotateBytes, int keepFiles, boolean mustWrite, boolean sync) {
    public AuditSettings {
        if (rotateBytes < 1 || keepFiles < 1) {
            throw new IllegalArgumentException("rotateBytes and keepFiles must be at least 1");
        }
        file = file.toAbsolutePath();
    }

    /** Files of 64 MiB, 50 of them; calls are refused while they cannot be written. */
    public static AuditSettings of(Path file) {
        return new AuditSettings(file, 64L << 20, 50, true, false);
    }
}
