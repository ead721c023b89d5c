package dev.tenon.guard.config;

import dev.tenon.guard.file.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A configuration that follows its file: a change is taken over, and a file that cannot be used leaves the old configuration in
 * force. The file is looked at again and again by what is in it, so that links, editors and mounts make no difference.
 */
public final class LiveConfig implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveConfig.class);

    private final Path file;
    private final Duration every;
    private final Consumer<GuardConfig> changed;
    private final AtomicReference<GuardConfig> current;
    private final Thread watcher;
    private String seen;
    private volatile boolean closed;

    private LiveConfig(Path file, Duration every, Consumer<GuardConfig> changed) throws IOException {
        this.file = file;
        this.every = every;
        this.changed = changed;
        this.seen = hash();
        this.current = new AtomicReference<>(GuardConfig.read(file));
        this.watcher = new Thread(this::watch, "tenon-guard-config");
        watcher.setDaemon(true);
    }

    /**
     * Reads the file and follows it.
     *
     * @param every how long between two looks
     * @param changed hears of each new configuration, on a thread of this object's; it must not throw
     * @throws ConfigException when the file cannot be used now
     * @throws IOException when it cannot be read now
     */
    public static LiveConfig follow(Path file, Duration every, Consumer<GuardConfig> changed) throws IOException {
        LiveConfig live = new LiveConfig(file, every, changed);
        live.watcher.start();
        return live;
    }

    /** The configuration in force. */
    public GuardConfig current() {
        return current.get();
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(every.toMillis());
                look();
            } catch (InterruptedException e) {
                return;
            } catch (IOException e) {
                LOG.debug("The configuration {} cannot be read now: {}", file, e.getMessage());
            } catch (RuntimeException e) {
                LOG.error("A changed configuration could not be taken over", e);
            }
        }
    }

    private void look() throws IOException {
        String now = hash();
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            GuardConfig fresh = GuardConfig.read(file);
            current.set(fresh);
            LOG.info("The configuration {} has changed and is taken over", file);
            changed.accept(fresh);
        } catch (ConfigException e) {
            LOG.error("{}\nThe configuration before stays in force.", e.getMessage());
        }
    }

    private String hash() throws IOException {
        return Sha256.hex(Files.readAllBytes(file));
    }

    /** Stops following the file. */
    @Override
    public void close() {
        closed = true;
        watcher.interrupt();
    }
}
