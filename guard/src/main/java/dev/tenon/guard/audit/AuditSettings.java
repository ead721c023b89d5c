package dev.tenon.guard.audit;

import java.nio.file.Path;

/**
 * The location and retention of an audit file.
 *
 * @param file the current file; rotated files are in the same directory, with a number in their names
 * @param rotateBytes the size at which the file is rotated; at least 1
 * @param keepFiles how many files are kept, including the current one; at least 1
 * @param mustWrite whether calls are rejected while the file cannot be written
 * @param sync whether each line is forced to disk, so that it survives a power failure; otherwise it survives only the
 *     process
 */
public record AuditSettings(Path file, long rotateBytes, int keepFiles, boolean mustWrite, boolean sync) {
    public AuditSettings {
        if (rotateBytes < 1 || keepFiles < 1) {
            throw new IllegalArgumentException("rotateBytes and keepFiles must be at least 1");
        }
        file = file.toAbsolutePath();
    }

    /** Returns the default settings: 50 files of 64 MiB; calls are rejected while the file cannot be written. */
    public static AuditSettings of(Path file) {
        return new AuditSettings(file, 64L << 20, 50, true, false);
    }
}
