package dev.tenon.guard.pin;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.guard.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** {@code tenon.lock}: what was approved, on the disk. It is meant to be kept with the sources of a project. */
public final class LockFile {
    /** Held while this process changes a file, whichever it is: that is rare and short. */
    private static final ReentrantLock CHANGING = new ReentrantLock();

    private final AtomicFile file;

    /** The lock file at that place. */
    public LockFile(Path file) {
        this.file = AtomicFile.at(file, LockText.MOST_BYTES);
    }

    /** Where it is. */
    public Path path() {
        return file.path();
    }

    /**
     * What was approved; nothing when there is no file.
     *
     * @throws LockException when it cannot be read, or was changed by hand so that a hash no longer fits
     */
    public Lock read() {
        try {
            return file.read().map(LockText::read).orElse(Lock.EMPTY);
        } catch (IOException e) {
            throw new LockException("The lock file " + file.path() + " cannot be read: " + e.getMessage(), e);
        } catch (LockException e) {
            throw new LockException(
                    "The lock file " + file.path() + " cannot be used: " + e.getMessage()
                            + ". Take an earlier version of it, or remove it and approve the tools again.",
                    e);
        }
    }

    /**
     * Changes what is approved. Changes by this process wait for each other, so that none is lost.
     *
     * @throws LockException when the file cannot be read or written
     */
    public void change(UnaryOperator<Lock> change) {
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
     * @throws LockException when it cannot be written
     */
    public void write(Lock lock) {
        byte[] text = LockText.of(lock);
        if (text.length > LockText.MOST_BYTES) {
            throw new LockException("The lock file " + file.path() + " would have more than " + LockText.MOST_BYTES
                    + " bytes: it is not written");
        }
        try {
            file.write(text);
        } catch (IOException e) {
            throw new LockException("The lock file " + file.path() + " cannot be written: " + e.getMessage(), e);
        }
    }
}
