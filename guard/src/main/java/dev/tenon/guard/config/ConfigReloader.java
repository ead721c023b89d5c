package dev.tenon.guard.config;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.internal.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the configuration of a file and {@linkplain #reloadIfChanged reloads} it when the content of the file changes,
 * so that links, editors and mounts make no difference. An invalid file leaves the previous configuration in effect.
 */
public final class ConfigReloader {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigReloader.class);

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    /** Written with the lock held. */
    private volatile GuardConfig current;

    /** The hash of the file when it was last read. */
    @GuardedBy("lock") private String lastHash;

    /** The configuration of the file, until it has been applied. */
    @GuardedBy("lock") private @Nullable GuardConfig pending;

    @GuardedBy("lock") private @Nullable String lastProblem;

    private ConfigReloader(Path file) throws IOException {
        this.file = file;
        this.lastHash = hashFile();
        this.current = GuardConfigFile.read(file);
    }

    /**
     * Reads the file.
     *
     * @throws ConfigException if the file is invalid
     * @throws IOException if the file cannot be read
     */
    public static ConfigReloader of(Path file) throws IOException {
        return new ConfigReloader(file);
    }

    /** Returns the configuration in effect. */
    public GuardConfig current() {
        return current;
    }

    /**
     * Reads the file if it has changed. Blocks on file access: must not be called on a thread that must not block.
     *
     * @param apply applies a new configuration. If it throws, the previous configuration stays in effect, the reason is
     *     logged once, and the next check tries again
     */
    public void reloadIfChanged(Consumer<GuardConfig> apply) {
        lock.lock();
        try {
            updatePendingIfChanged();
            GuardConfig changed = pending;
            if (changed != null) {
                apply.accept(changed);
                pending = null;
                lastProblem = null;
                current = changed;
                LOG.info("Configuration reloaded: file={}", file);
            }
        } catch (IOException e) {
            LOG.debug("Configuration not readable, keeping the current one: file={}, {}", file, e.getMessage());
        } catch (RuntimeException e) {
            String problem = e.toString();
            if (!problem.equals(lastProblem)) {
                lastProblem = problem;
                String text = "Could not apply the changed configuration, will retry: file={}, {}\n"
                        + "The previous configuration stays in effect.";
                LOG.error(text, file, e.getMessage());
                LOG.debug("Applying the configuration failed", e);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private void updatePendingIfChanged() throws IOException {
        String now = hashFile();
        if (now.equals(lastHash)) {
            return;
        }
        pending = null;
        lastProblem = null;
        try {
            pending = GuardConfigFile.read(file);
        } catch (ConfigException e) {
            LOG.error("{}\nThe previous configuration stays in effect.", e.getMessage());
        }
        lastHash = now;
    }

    private String hashFile() throws IOException {
        return Sha256.hex(Files.readAllBytes(file));
    }
}
