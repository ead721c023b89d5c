package dev.tenon.guard.pin;

import dev.tenon.guard.internal.file.AtomicFile;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * The lock file {@code tenon.lock} with the approved tool definitions. It is meant to be committed to version control.
 */
public final class PinLockFile {
    /** Serializes changes of all lock files by this process; they are rare and short. */
    private static final ReentrantLock CHANGING = new ReentrantLock();

    private final AtomicFile file;

    /** Creates access to a lock file, which need not exist. */
    public PinLockFile(Path file) {
        this.file = AtomicFile.withDefaultPermissions(file, PinLockCodec.MAX_BYTES);
    }

    /** Returns the absolute path. */
    public Path path() {
        return file.path();
    }

    /**
     * Reads the approved definitions; empty if the file does not exist.
     *
     * @throws PinFileException if the file cannot be read, or a hash does not match its definition
     */
    public PinLock read() {
        try {
            return file.read().map(PinLockCodec::decode).orElse(PinLock.EMPTY);
        } catch (IOException e) {
            throw new PinFileException("Could not read lock file " + file.path() + ": " + e.getMessage(), e);
        } catch (PinFileException e) {
            String advice = ". Restore an earlier version, or delete it and approve the tools again.";
            throw new PinFileException("Invalid lock file " + file.path() + ": " + e.getMessage() + advice, e);
        }
    }

    /**
     * Changes the approved definitions. Concurrent changes by this process are serialized, so that none is lost; a
     * concurrent change by another process can be lost.
     *
     * @throws PinFileException if the file cannot be read or written
     */
    public void update(UnaryOperator<PinLock> change) {
        ThreadBlockingContext.assertCanBlock("change the lock file");
        CHANGING.lock();
        try {
            write(change.apply(read()));
        } finally {
            CHANGING.unlock();
        }
    }

    /**
     * Replaces the file atomically.
     *
     * @throws PinFileException if it cannot be written
     */
    public void write(PinLock lock) {
        byte[] text = PinLockCodec.encode(lock);
        if (text.length > PinLockCodec.MAX_BYTES) {
            throw new PinFileException("Could not write lock file " + file.path() + ": it would exceed "
                    + PinLockCodec.MAX_BYTES + " bytes");
        }
        try {
            file.write(text);
        } catch (IOException e) {
            throw new PinFileException("Could not write lock file " + file.path() + ": " + e.getMessage(), e);
        }
    }
}
