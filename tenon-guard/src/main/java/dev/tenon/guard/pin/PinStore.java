package dev.tenon.guard.pin;

import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
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
 * The pins of a running guard, and the file they are kept in. The file is read again when it has changed, so that an
 * approval by a command counts at once; where nobody may wait for a disk, such as on an event loop, within a fraction
 * of a second. Safe for use by many threads.
 */
public final class PinStore {
    private static final Logger LOG = LoggerFactory.getLogger(PinStore.class);
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PinLockFile file;
    private final NewToolMode newTools;
    private final AtomicReference<@Nullable PinLockSnapshot> seen = new AtomicReference<>();
    private volatile long checkedAt = System.nanoTime() - FRESH_NANOS;
    private volatile long requestedAt = System.nanoTime() - WANTED_NANOS;

    /** Pins in that file. */
    public PinStore(PinLockFile file, NewToolMode newTools) {
        this.file = file;
        this.newTools = newTools;
        var unused = currentLock();
    }

    /** How a definition stands to what was approved. */
    public enum ApprovalStatus {
        /** It is what was approved, or may be taken for it. */
        APPROVED,
        /** Nobody has approved a tool of that name. */
        NEW,
        /** It is another than the one that was approved. */
        CHANGED
    }

    /** What becomes of tools that nobody has approved. */
    public NewToolMode newToolMode() {
        return newTools;
    }

    private record PinLockSnapshot(FileStamp stamp, PinLock lock) {}

    private record FileStamp(long time, long size, @Nullable Object key) {
        static final FileStamp NONE = new FileStamp(0, -1, null);
    }

    /**
     * What is approved at this moment. A file that cannot be used any more leaves the last good one in force.
     *
     * @throws PinLockException when there was no good one yet
     */
    public PinLock currentLock() {
        PinLockSnapshot remembered = !ExecutionContext.current().canBlock() ? seen.get() : null;
        return remembered == null ? reload() : remembered.lock();
    }

    /**
     * Whether what is approved is known without a look at the file, because it was {@linkplain #refresh refreshed} a
     * moment ago: what is said on an event loop is then at most a moment old.
     */
    public boolean isFresh() {
        long now = System.nanoTime();
        requestedAt = now;
        return now - checkedAt < FRESH_NANOS && seen.get() != null;
    }

    /** Looks at the file, if {@link #isFresh} was asked in the last 10 s. */
    void refresh() {
        if (System.nanoTime() - requestedAt < WANTED_NANOS) {
            try {
                var unused = reload();
            } catch (PinLockException e) {
                LOG.debug("The lock file cannot be used now", e);
            }
        }
    }

    private PinLock reload() {
        long began = System.nanoTime();
        FileStamp stamp = readStamp();
        PinLockSnapshot known = seen.get();
        if (known != null && known.stamp().equals(stamp)) {
            checkedAt = began;
            return known.lock();
        }
        try {
            PinLockSnapshot fresh = new PinLockSnapshot(stamp, file.read());
            seen.set(fresh);
            checkedAt = began;
            return fresh.lock();
        } catch (PinLockException e) {
            if (known == null) {
                throw e;
            }
            LOG.error("{} What was approved before stays in force.", e.getMessage());
            seen.set(new PinLockSnapshot(stamp, known.lock()));
            return known.lock();
        }
    }

    private FileStamp readStamp() {
        try {
            BasicFileAttributes is = Files.readAttributes(file.path(), BasicFileAttributes.class);
            return new FileStamp(is.lastModifiedTime().toMillis(), is.size(), is.fileKey());
        } catch (IOException e) {
            return FileStamp.NONE;
        }
    }

    /** How the definition of a tool stands. */
    public ApprovalStatus approvalStatus(String server, String tool, Json definition) {
        Optional<Pin> pin = currentLock().pin(server, tool);
        if (pin.isEmpty()) {
            return ApprovalStatus.NEW;
        }
        return pin.get().matches(definition) ? ApprovalStatus.APPROVED : ApprovalStatus.CHANGED;
    }

    /** What is different from what was approved; everything when nothing was. */
    public DefinitionDiff diff(String server, String tool, Json definition) {
        Json before = currentLock()
                .pin(server, tool)
                .map(known -> known.nearestView(definition))
                .orElse(Json.EMPTY_OBJECT);
        return DefinitionDiff.between(before, definition);
    }

    /** Whether all that was approved of a tool is unchanged, and its server shows more than that. */
    boolean isExtended(String server, String tool, Json definition) {
        return currentLock()
                .pin(server, tool)
                .filter(pin -> pin.isPartOf(definition))
                .isPresent();
    }

    /**
     * Approves definitions of a server, by name; those it had of other names stay. One whose name is
     * longer than a lock file can hold is not approved, so that it spoils the file for no other.
     *
     * @throws PinLockException when the file cannot be written; nothing is approved then
     */
    public void approve(String server, Map<String, Json> definitions) {
        file.update(lock -> {
            Map<String, Pin> pins = new TreeMap<>(lock.servers().getOrDefault(server, new TreeMap<>()));
            definitions.forEach((tool, definition) -> {
                if (tool.length() <= PinLockCodec.MAX_NAME_CHARS) {
                    pins.put(tool, Pin.of(definition));
                } else {
                    LOG.warn(
                            "Tool not approved: upstream={} tool={}; its name has more than {} characters",
                            server,
                            Excerpts.quote(tool),
                            PinLockCodec.MAX_NAME_CHARS);
                }
            });
            return lock.withPins(server, pins);
        });
        seen.set(null);
        var unused = reload();
    }
}
