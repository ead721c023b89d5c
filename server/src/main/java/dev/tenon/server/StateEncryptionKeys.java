package dev.tenon.server;

import dev.tenon.internal.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys that encrypt data which a client stores for the server: {@code requestState} and page cursors. The first key
 * encrypts; all keys decrypt. To replace a key without breaking data in transit, put the new key first, and remove the
 * old key after {@link Limits#stateLifetime}. All nodes of one service need the same keys.
 */
public final class StateEncryptionKeys {
    private static final int KEY_BYTES = 32;
    private static final int MAX_KEYS = 16;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_ID_BYTES = 4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<EncryptionKey> keys;

    private StateEncryptionKeys(List<byte[]> keys) {
        this.keys = keys.stream().map(EncryptionKey::of).toList();
    }

    /** Returns one random key, sufficient for a single process. */
    public static StateEncryptionKeys generate() {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return new StateEncryptionKeys(List.of(key));
    }

    /**
     * Returns the given keys; the first one encrypts.
     *
     * @param keys 1 to 16 keys of 32 random bytes each
     * @throws IllegalArgumentException if there are no keys or more than 16, or one does not have 32 bytes
     */
    public static StateEncryptionKeys of(List<byte[]> keys) {
        if (keys.isEmpty() || keys.size() > MAX_KEYS || keys.stream().anyMatch(k -> k.length != KEY_BYTES)) {
            throw new IllegalArgumentException("Give 1 to 16 keys of 32 random bytes each, the sealing key first");
        }
        return new StateEncryptionKeys(keys);
    }

    /**
     * Encrypts data with AES-256-GCM and a random nonce. A client can neither read nor change it, and it can be opened
     * for the same purpose only, because the purpose is the associated data.
     *
     * @return base64url text, which needs no escaping
     */
    public String seal(String purpose, byte[] content) {
        EncryptionKey key = keys.get(0);
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] sealed =
                key.applyCipher(Cipher.ENCRYPT_MODE, nonce, purpose, content, 0).orElseThrow();
        ByteBuffer all = ByteBuffer.allocate(KEY_ID_BYTES + NONCE_BYTES + sealed.length);
        all.put(key.id()).put(nonce).put(sealed);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all.array());
    }

    /** Decrypts the result of {@link #seal} for the same purpose; returns empty for any other text. */
    public Optional<byte[]> open(String purpose, String sealed) {
        byte[] all;
        try {
            all = Base64.getUrlDecoder().decode(sealed);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        // Base64 has several encodings of the same bytes; only the one that seal() returned is accepted.
        boolean canonical =
                Base64.getUrlEncoder().withoutPadding().encodeToString(all).equals(sealed);
        if (!canonical || all.length < KEY_ID_BYTES + NONCE_BYTES + TAG_BITS / 8) {
            return Optional.empty();
        }
        byte[] id = Arrays.copyOf(all, KEY_ID_BYTES);
        byte[] nonce = Arrays.copyOfRange(all, KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
        return keys.stream()
                .filter(key -> Arrays.equals(key.id(), id))
                .findFirst()
                .flatMap(key -> key.applyCipher(Cipher.DECRYPT_MODE, nonce, purpose, all, KEY_ID_BYTES + NONCE_BYTES));
    }

    private record EncryptionKey(byte[] id, SecretKeySpec secret) {
        static EncryptionKey of(byte[] bytes) {
            byte[] id = Arrays.copyOf(Sha256.digest(bytes), KEY_ID_BYTES);
            return new EncryptionKey(id, new SecretKeySpec(bytes, "AES"));
        }

        /** Returns empty if the input was not encrypted with this key for this purpose. */
        Optional<byte[]> applyCipher(int mode, byte[] nonce, String purpose, byte[] input, int from) {
            try {
                Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
                cipher.init(mode, secret, new GCMParameterSpec(TAG_BITS, nonce));
                cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
                return Optional.of(cipher.doFinal(input, from, input.length - from));
            } catch (AEADBadTagException e) {
                return Optional.empty();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("AES-GCM is not available in this JVM", e);
            }
        }
    }
}
