package dev.tenon.guard.config;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.guard.internal.file.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A configuration that follows its file. It is {@linkplain #reloadIfChanged checked} by what is in the file, so that
 * links, editors and mounts make no difference. A file that cannot be used leaves the configuration before it in force.
 */
public final class ConfigReloader {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigReloader.class);

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    /** Written with the lock. */
    private volatile GuardConfig current;

    /** The hash of the file when it was read last. */
    @GuardedBy("lock") private String lastHash;

    /** What the file says, while it could not be put in force. */
    @GuardedBy("lock") private @Nullable GuardConfig pending;

    @GuardedBy("lock") private @Nullable String lastProblem;

    private ConfigReloader(Path file) throws IOException {
        this.file = file;
        this.lastHash = hashFile();
        this.current = GuardConfig.read(file);
    }

    /**
     * Reads the file.
     *
     * @throws ConfigException when the file cannot be used now
     * @throws IOException when it cannot be read now
     */
    public static ConfigReloader of(Path file) throws IOException {
        return new ConfigReloader(file);
    }

    /** The configuration in force. */
    public GuardConfig current() {
        return current;
    }

    /**
     * Reads the file when it has changed. Reads a file: not for threads that must not wait.
     *
     * @param apply puts a new configuration in force. When it throws, the configuration before stays in force, the
     *     reason is logged once, and the next check tries again
     */
    public void reloadIfChanged(Consumer<GuardConfig> apply) {
        lock.lock();
        try {
            readIfChanged();
            GuardConfig fresh = pending;
            if (fresh != null) {
                apply.accept(fresh);
                pending = null;
                lastProblem = null;
                current = fresh;
                LOG.info("The configuration has changed and is in force: file={}", file);
            }
        } catch (IOException e) {
            LOG.debug("The configuration cannot be read now: file={}, {}", file, e.getMessage());
        } catch (RuntimeException e) {
            String problem = e.toString();
            if (!problem.equals(lastProblem)) {
                lastProblem = problem;
                LOG.error(
                        "The changed configuration is not in force, and will be tried again: file={}, {}\n"
                                + "The configuration before stays in force.",
                        file,
                        e.getMessage());
                LOG.debug("The configuration was refused", e);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private void readIfChanged() throws IOException {
        String now = hashFile();
        if (now.equals(lastHash)) {
            return;
        }
        pending = null;
        lastProblem = null;
        try {
            pending = GuardConfig.read(file);
        } catch (ConfigException e) {
            LOG.error("{}\nThe configuration before stays in force.", e.getMessage());
        }
        lastHash = now;
    }

    private String hashFile() throws IOException {
        return Sha256.hex(Files.readAllBytes(file));
    }
}
