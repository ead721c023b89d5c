package dev.tenon.guard.pin;

import dev.tenon.guard.internal.file.AtomicFile;
import dev.tenon.internal.concurrent.ExecutionContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** {@code tenon.lock}: what was approved, on the disk. It is meant to be kept with the sources of a project. */
public final class PinLockFile {
    /** Held while this process changes a file, whichever it is: that is rare and short. */
    private static final ReentrantLock CHANGING = new ReentrantLock();

    private final AtomicFile file;

    /** The lock file at that place. */
    public PinLockFile(Path file) {
        this.file = AtomicFile.withDefaultPermissions(file, PinLockCodec.MAX_BYTES);
    }

    /** Where it is. */
    public Path path() {
        return file.path();
    }

    /**
     * What was approved; nothing when there is no file.
     *
     * @throws PinLockException when it cannot be read, or was changed by hand so that a hash no longer fits
     */
    public PinLock read() {
        try {
            return file.read().map(PinLockCodec::decode).orElse(PinLock.EMPTY);
        } catch (IOException e) {
            throw new PinLockException("The lock file " + file.path() + " cannot be read: " + e.getMessage(), e);
        } catch (PinLockException e) {
            throw new PinLockException(
                    "The lock file " + file.path() + " cannot be used: " + e.getMessage()
                            + ". Take an earlier version of it, or remove it and approve the tools again.",
                    e);
        }
    }

    /**
     * Changes what is approved. Changes by this process wait for each other, so that none is lost.
     *
     * @throws PinLockException when the file cannot be read or written
     */
    public void update(UnaryOperator<PinLock> change) {
        ExecutionContext.checkCanBlock("change the lock file");
        CHANGING.lock();
        try {
            write(change.apply(read()));
        } finally {
            CHANGING.unlock();
        }
    }

    /**
     * Writes what is approved, as a whole or not at all.
     *
     * @throws PinLockException when it cannot be written
     */
    public void write(PinLock lock) {
        byte[] text = PinLockCodec.encode(lock);
        if (text.length > PinLockCodec.MAX_BYTES) {
            throw new PinLockException("The lock file " + file.path() + " would have more than "
                    + PinLockCodec.MAX_BYTES + " bytes: it is not written");
        }
        try {
            file.write(text);
        } catch (IOException e) {
            throw new PinLockException("The lock file " + file.path() + " cannot be written: " + e.getMessage(), e);
        }
    }
}
