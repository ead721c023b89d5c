package dev.tenon.guard.pin;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
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
 * The pins of a running guard, backed by the lock file. The file is reloaded when it changes, so that an approval takes
 * effect at once, or within a fraction of a second on threads that must not block, such as event loops. Thread-safe.
 */
public final class PinStore {
    private static final Logger LOG = LoggerFactory.getLogger(PinStore.class);
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PinLockFile file;
    private final NewToolMode newToolMode;
    private final AtomicReference<@Nullable PinLockSnapshot> snapshot = new AtomicReference<>();
    private volatile long checkedAt = System.nanoTime() - FRESH_NANOS;
    private volatile long requestedAt = System.nanoTime() - WANTED_NANOS;

    /**
     * Creates a store and reads the file.
     *
     * @throws PinFileException if the file cannot be used
     */
    public PinStore(PinLockFile file, NewToolMode newToolMode) {
        this.file = file;
        this.newToolMode = newToolMode;
        var unused = currentLock();
    }

    /** The approval status of a tool definition. */
    public enum ApprovalStatus {
        /** It equals the approved definition, or is a view of it in another revision. */
        APPROVED,
        /** No tool of this name is approved. */
        NEW,
        /** It differs from the approved definition. */
        CHANGED
    }

    /** Returns how tools that are not approved are treated. */
    public NewToolMode newToolMode() {
        return newToolMode;
    }

    private record PinLockSnapshot(FileStamp stamp, PinLock lock) {}

    private record FileStamp(long time, long size, @Nullable Object key) {}

    /**
     * Returns the approved definitions. If the file became invalid, the last valid ones stay in effect.
     *
     * @throws PinFileException if the file was never valid
     */
    public PinLock currentLock() {
        PinLockSnapshot cached = ThreadBlockingContext.current().canBlock() ? null : snapshot.get();
        return cached == null ? reloadIfChanged() : cached.lock();
    }

    /**
     * Returns whether the file was checked in the last 250 ms, so that the pins can be used without reading it. Each
     * call keeps {@link #refreshIfRequested} active for 10 s.
     */
    public boolean isFreshAndRequestRefresh() {
        long now = System.nanoTime();
        requestedAt = now;
        return now - checkedAt < FRESH_NANOS && snapshot.get() != null;
    }

    /** Reloads the file if it changed and {@link #isFreshAndRequestRefresh} was called in the last 10 s. */
    void refreshIfRequested() {
        if (System.nanoTime() - requestedAt < WANTED_NANOS) {
            try {
                var unused = reloadIfChanged();
            } catch (PinFileException e) {
                LOG.debug("Could not refresh the lock file", e);
            }
        }
    }

    private PinLock reloadIfChanged() {
        long startedAt = System.nanoTime();
        FileStamp stamp = readStamp();
        PinLockSnapshot current = snapshot.get();
        if (current != null && current.stamp().equals(stamp)) {
            checkedAt = startedAt;
            return current.lock();
        }
        try {
            PinLockSnapshot reloaded = new PinLockSnapshot(stamp, file.read());
            snapshot.set(reloaded);
            checkedAt = startedAt;
            return reloaded.lock();
        } catch (PinFileException e) {
            if (current == null) {
                throw e;
            }
            LOG.error("{} The previous approvals stay in effect.", e.getMessage());
            snapshot.set(new PinLockSnapshot(stamp, current.lock()));
            return current.lock();
        }
    }

    private FileStamp readStamp() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
            return new FileStamp(attributes.lastModifiedTime().toMillis(), attributes.size(), attributes.fileKey());
        } catch (IOException e) {
            return new FileStamp(0, -1, null);
        }
    }

    /** Returns the approval status of a definition. */
    public ApprovalStatus approvalStatus(String server, String tool, Json definition) {
        return findDetector(server, tool)
                .map(detector -> detector.isChanged(definition) ? ApprovalStatus.CHANGED : ApprovalStatus.APPROVED)
                .orElse(ApprovalStatus.NEW);
    }

    private Optional<DefinitionChangeDetector> findDetector(String server, String tool) {
        return currentLock().findPin(server, tool).map(pin -> new DefinitionChangeDetector(pin.definition()));
    }

    /** Returns the difference from the approved definition; all members if the tool is not approved. */
    public DefinitionDiff diffFromApproved(String server, String tool, Json definition) {
        Optional<Json> approved = findDetector(server, tool).map(detector -> detector.nearestView(definition));
        return DefinitionDiff.between(approved.orElse(Json.EMPTY_OBJECT), definition);
    }

    /** Returns whether the approved definition is unchanged and the server shows additional members. */
    boolean isExtended(String server, String tool, Json definition) {
        return findDetector(server, tool)
                .filter(detector -> detector.isExtended(definition))
                .isPresent();
    }

    /**
     * Approves definitions of a server, by tool name; approved tools with other names are kept. A tool whose name is
     * too long for the lock file is not approved, so that it does not make the file invalid.
     *
     * @throws PinFileException if the file cannot be written; nothing is approved then
     */
    public void approve(String server, Map<String, Json> definitions) {
        file.update(lock -> {
            Map<String, PinnedDefinition> pins = new TreeMap<>(lock.servers().getOrDefault(server, new TreeMap<>()));
            definitions.forEach((tool, definition) -> {
                if (tool.length() <= PinLockCodec.MAX_NAME_CHARS) {
                    pins.put(tool, PinnedDefinition.of(definition));
                } else {
                    String text = "Tool not approved, its name is too long: upstream={}, tool={}, maxChars={}";
                    LOG.warn(text, server, Excerpts.quote(tool), PinLockCodec.MAX_NAME_CHARS);
                }
            });
            return lock.withPinsReplaced(server, pins);
        });
        snapshot.set(null);
        var unused = reloadIfChanged();
    }
}
