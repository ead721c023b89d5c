package dev.tenon.guard.pin;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pins of a running guard, and the file they are kept in. The file is read again when it has changed, so that an approval by
 * a command counts at once; where nobody may wait for a disk, such as on an event loop, within a fraction of a second. Safe for use
 * by many threads.
 */
public final class Pins {
    private static final Logger LOG = LoggerFactory.getLogger(Pins.class);

    private final LockFile file;
    private final NewTools newTools;
    private final WatchedLock watched;

    /** Pins in that file. */
    public Pins(LockFile file, NewTools newTools) {
        this.file = file;
        this.newTools = newTools;
        this.watched = new WatchedLock(file);
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

    /** What is approved at this moment. */
    public Lock lock() {
        return watched.current();
    }

    /**
     * Whether what is approved is known without a look at the file, because it was {@linkplain #refresh refreshed} a moment ago: what
     * is said on an event loop is then at most a moment old.
     */
    public boolean isAtHand() {
        return watched.isAtHand();
    }

    /** Looks at the file, for those who ask {@link #isAtHand}. */
    void refresh() {
        watched.refresh();
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
        change(lock -> {
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
    }

    private void change(UnaryOperator<Lock> change) {
        file.change(change);
        watched.forget();
    }
}
