package dev.tenon.oauth.client;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.oauth.client.internal.store.OwnerOnlyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores tokens in a file that only its owner can read. The file is replaced atomically, and not read if other users
 * can access it. Several processes can share it. At most 1000 entries are kept; the oldest is removed first. A file of
 * more than 4 MiB is rejected.
 *
 * <p>All methods throw an {@link AuthorizationException} if the file cannot be read or written, or other users can read
 * it.
 */
public final class FileTokenStore implements TokenStore {
    private static final int MAX_BYTES = 4 << 20;
    private static final int MAX_ENTRIES = 1000;
    /**
     * Locks all stores of this process: the operating system locks a file for the process, and Java rejects a second
     * lock by the same process.
     */
    private static final ReentrantLock PROCESS_LOCK = new ReentrantLock();

    private final Path file;
    private final OwnerOnlyFile files;

    private FileTokenStore(Path file) {
        this.file = file.toAbsolutePath();
        this.files = new OwnerOnlyFile(this.file);
    }

    /**
     * Creates a store in this file. A missing directory is created.
     *
     * @param file the file, in a directory that only its owner can access
     */
    public static FileTokenStore of(Path file) {
        return new FileTokenStore(file);
    }

    @Override
    public @Nullable String get(String key) {
        try {
            return read().get(key);
        } catch (IOException e) {
            throw newException("read", e);
        }
    }

    @Override
    public void put(String key, String text) {
        update(texts -> {
            texts.remove(key);
            texts.put(key, text);
            if (texts.size() > MAX_ENTRIES) {
                texts.remove(texts.keySet().iterator().next());
            }
            return true;
        });
    }

    @Override
    public void remove(String key) {
        update(texts -> texts.remove(key) != null);
    }

    @Override
    public <T> T withLock(Supplier<T> work) {
        PROCESS_LOCK.lock();
        try {
            if (PROCESS_LOCK.getHoldCount() > 1) {
                return work.get();
            }
            try (OwnerOnlyFile.ProcessLock lock = files.lock()) {
                return work.get();
            }
        } catch (IOException e) {
            throw newException("locked", e);
        } finally {
            PROCESS_LOCK.unlock();
        }
    }

    /** Changes the texts; {@code change} returns whether they must be written. */
    private void update(Predicate<Map<String, String>> change) {
        withLock(() -> {
            try {
                Map<String, String> texts = read();
                if (change.test(texts)) {
                    files.write(Json.of(texts).toBytes());
                }
                return texts;
            } catch (IOException e) {
                throw newException("written", e);
            }
        });
    }

    private Map<String, String> read() throws IOException {
        byte[] bytes = files.readOrEmpty(MAX_BYTES);
        Map<String, String> texts = new LinkedHashMap<>();
        if (bytes.length > 0) {
            try {
                Json.parse(new String(bytes, StandardCharsets.UTF_8))
                        .members()
                        .forEach((key, text) -> texts.put(key, String.valueOf(text.string())));
            } catch (JsonException e) {
                // Without the cause, which could quote a token.
                throw new AuthorizationException("The token file " + file + " is damaged. Delete it and log in again");
            }
        }
        return texts;
    }

    private AuthorizationException newException(String what, IOException e) {
        return new AuthorizationException(
                "The token file " + file + " could not be " + what + ": " + e.getMessage(), e);
    }

    /** Returns the path without the contents. */
    @Override
    public String toString() {
        return "FileTokenStore[" + file + "]";
    }
}
