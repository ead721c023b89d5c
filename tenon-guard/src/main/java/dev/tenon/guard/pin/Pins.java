package dev.tenon.guard.pin;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pins of a running guard, and the file they are kept in. The file is read again when it has changed, so that an approval by
 * a command counts at once; where nobody may wait for a disk, such as on an event loop, within a fraction of a second. Safe for use
 * by many threads.
 */
public final class Pins {
    private static final Logger LOG = LoggerFactory.getLogger(Pins.class);
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final LockFile file;
    private final NewTools newTools;
    private final AtomicReference<@Nullable Seen> seen = new AtomicReference<>();
    private volatile long lookedAt = System.nanoTime() - FRESH_NANOS;
    private volatile long wantedAt = System.nanoTime() - WANTED_NANOS;

    /** Pins in that file. */
    public Pins(LockFile file, NewTools newTools) {
        this.file = file;
        this.newTools = newTools;
        var unused = lock();
    }

    /** How a definition stands to what was approved. */
    public enum Standing {
        /** It is what was approved, or may be taken for it. */
        APPROVED,
        /** Nobody has approved a tool of that name. */
        NEW,
        /** It is another than the one that was approved. */
        CHANGED
    }

    /** What becomes of tools that nobody has approved. */
    public NewTools newTools() {
        return newTools;
    }

    private record Seen(Stamp stamp, Lock lock) {}

    private record Stamp(long time, long size, @Nullable Object key) {
        static final Stamp NONE = new Stamp(0, -1, null);
    }

    /**
     * What is approved at this moment. A file that cannot be used any more leaves the last good one in force.
     *
     * @throws LockException when there was no good one yet
     */
    public Lock lock() {
        Seen remembered = !ExecutionContext.current().canBlock() ? seen.get() : null;
        return remembered == null ? looked() : remembered.lock();
    }

    /**
     * Whether what is approved is known without a look at the file, because it was {@linkplain #refresh refreshed} a moment ago: what
     * is said on an event loop is then at most a moment old.
     */
    public boolean isAtHand() {
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

    private Stamp stamp() {
        try {
            BasicFileAttributes is = Files.readAttributes(file.path(), BasicFileAttributes.class);
            return new Stamp(is.lastModifiedTime().toMillis(), is.size(), is.fileKey());
        } catch (IOException e) {
            return Stamp.NONE;
        }
    }

    /** How the definition of a tool stands. */
    public Standing standing(String server, String tool, Json definition) {
        Optional<Pin> pin = lock().pin(server, tool);
        if (pin.isEmpty()) {
            return Standing.NEW;
        }
        return pin.get().allows(definition) ? Standing.APPROVED : Standing.CHANGED;
    }

    /** What is different from what was approved; everything when nothing was. */
    public Difference difference(String server, String tool, Json definition) {
        Json before =
                lock().pin(server, tool).map(known -> known.nearest(definition)).orElse(Json.EMPTY_OBJECT);
        return Difference.between(before, definition);
    }

    /** Whether all that was approved of a tool is unchanged, and its server shows more than that. */
    boolean isMore(String server, String tool, Json definition) {
        return lock().pin(server, tool).filter(pin -> pin.isPartOf(definition)).isPresent();
    }

    /**
     * Approves definitions of a server, by name; those it had of other names stay. One whose name is
     * longer than a lock file can hold is not approved, so that it spoils the file for no other.
     *
     * @throws LockException when the file cannot be written; nothing is approved then
     */
    public void approve(String server, Map<String, Json> definitions) {
        file.change(lock -> {
            Map<String, Pin> pins = new TreeMap<>(lock.servers().getOrDefault(server, new TreeMap<>()));
            definitions.forEach((tool, definition) -> {
                if (tool.length() <= LockText.MOST_NAME_CHARS) {
                    pins.put(tool, Pin.of(definition));
                } else {
                    LOG.warn(
                            "Tool not approved: upstream={} tool={}; its name has more than {} characters",
                            server,
                            Quote.shortened(tool),
                            LockText.MOST_NAME_CHARS);
                }
            });
            return lock.with(server, pins);
        });
        seen.set(null);
        var unused = looked();
    }
}
