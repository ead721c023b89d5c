package dev.tenon.server;

import dev.tenon.server.internal.Sealer;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/**
 * The keys that seal what a client keeps for the server: {@code requestState} and page cursors. The first key seals; all of
 * them open, so that a key can be replaced without breaking what is on its way: put the new one first, drop the old one
 * after {@link Limits#stateLifetime}. Nodes of one service share their keys.
 */
public final class StateKeys {
    private static final int KEY_BYTES = 32;
    private static final int MOST_KEYS = 16;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<byte[]> keys;
    private final Sealer sealer;

    private StateKeys(List<byte[]> keys) {
        this.keys = keys.stream().map(byte[]::clone).toList();
        this.sealer = new Sealer(keys);
    }

    /** A fresh random key, good for one process. */
    public static StateKeys random() {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return new StateKeys(List.of(key));
    }

    /**
     * Keys of one's own, the sealing one first.
     *
     * @throws IllegalArgumentException when there is none, there are more than 16, or one is not of 32 bytes
     */
    public static StateKeys of(List<byte[]> keys) {
        if (keys.isEmpty() || keys.size() > MOST_KEYS || keys.stream().anyMatch(k -> k.length != KEY_BYTES)) {
            throw new IllegalArgumentException("Give 1 to 16 keys of 32 random bytes each, the sealing key first");
        }
        return new StateKeys(keys);
    }

    /**
     * Seals bytes that a client carries, in characters that need no escaping. They can be neither read nor changed there, nor
     * opened for another purpose.
     */
    public String seal(String purpose, byte[] content) {
        return sealer.seal(purpose, content);
    }

    /** Opens what {@link #seal} made for this purpose; empty for anything else. */
    public Optional<byte[]> open(String purpose, String sealed) {
        return sealer.open(purpose, sealed);
    }

    /** Copies of the keys. */
    public List<byte[]> keys() {
        return keys.stream().map(byte[]::clone).toList();
    }
}
