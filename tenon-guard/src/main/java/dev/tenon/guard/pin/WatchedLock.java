package dev.tenon.guard.pin;

import dev.tenon.concurrent.ExecutionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lock file as it is now: read again when its time, its size or the file itself is another. */
final class WatchedLock {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedLock.class);

    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final LockFile file;
    private final AtomicReference<@Nullable Seen> seen = new AtomicReference<>();
    private volatile long lookedAt = System.nanoTime() - FRESH_NANOS;
    private volatile long wantedAt = System.nanoTime() - WANTED_NANOS;

    WatchedLock(LockFile file) {
        this.file = file;
        var unused = current();
    }

    private record Seen(Stamp stamp, Lock lock) {}

    private record Stamp(long time, long size, @Nullable Object key) {
        static final Stamp NONE = new Stamp(0, -1, null);
    }

    /**
     * The lock. A file that cannot be used any more leaves the last good one in force.
     *
     * @throws LockException when there was no good one yet
     */
    Lock current() {
        Seen remembered = !ExecutionContext.current().canBlock() ? seen.get() : null;
        return remembered == null ? looked() : remembered.lock();
    }

    /** Whether {@link #current} needs no look at the file, since the last was a moment ago. */
    boolean isAtHand() {
        long now = System.nanoTime();
        wantedAt = now;
        return now - lookedAt < FRESH_NANOS && seen.get() != null;
    }

    /** Looks at the file, if {@link #isAtHand} was asked in the last 10 s. */
    void refresh() {
        if (System.nanoTime() - wantedAt < WANTED_NANOS) {
            try {
                var unused = looked();
            } catch (LockException e) {
                LOG.debug("The lock file cannot be used now", e);
            }
        }
    }

    private Lock looked() {
        long began = System.nanoTime();
        Stamp stamp = stamp();
        Seen known = seen.get();
        if (known != null && known.stamp().equals(stamp)) {
            lookedAt = began;
            return known.lock();
        }
        try {
            Seen fresh = new Seen(stamp, file.read());
            seen.set(fresh);
            lookedAt = began;
            return fresh.lock();
        } catch (LockException e) {
            if (known == null) {
                throw e;
            }
            LOG.error("{} What was approved before stays in force.", e.getMessage());
            seen.set(new Seen(stamp, known.lock()));
            return known.lock();
        }
    }

    /** Has the file read again the next time. */
    void forget() {
        seen.set(null);
    }

    private Stamp stamp() {
        try {
            BasicFileAttributes is = Files.readAttributes(file.path(), BasicFileAttributes.class);
            return new Stamp(is.lastModifiedTime().toMillis(), is.size(), is.fileKey());
        } catch (IOException e) {
            return Stamp.NONE;
        }
    }
}
