package dev.tenon.oauth.server;

import dev.tenon.internal.text.Sha256;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Verifies fixed API keys, which callers send as bearer tokens; for small deployments. Stores only hashes of the keys,
 * and compares each presented key with all of them in constant time. Immutable.
 *
 * <pre>{@code
 * RequestAuthenticator keys = ApiKeyVerifier.empty()
 *         .withKey("backup job", System.getenv("BACKUP_KEY"), "files:read")
 *         .authenticator();
 * }</pre>
 */
public final class ApiKeyVerifier implements TokenVerifier {
    /** Shorter keys could be guessed, or recovered from their hash. */
    private static final int MIN_KEY_CHARS = 24;

    private static final int RANDOM_BYTES = 32;
    private static final int HASH_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<ApiKeyEntry> keys;

    private record ApiKeyEntry(byte[] hash, VerifiedToken owner) {}

    private ApiKeyVerifier(List<ApiKeyEntry> keys) {
        this.keys = keys;
    }

    /** Creates a verifier without keys, which rejects every caller. */
    public static ApiKeyVerifier empty() {
        return new ApiKeyVerifier(List.of());
    }

    /** Generates a random key with 256 bits of entropy. */
    public static String generateKey() {
        byte[] bytes = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the SHA-256 hash of a key in hexadecimal digits, which is safe to store. */
    public static String hashKey(String key) {
        return Sha256.hex(key);
    }

    /**
     * Returns a copy with one more key.
     *
     * @param name the name of the caller
     * @param key the key, at least 24 random characters; {@link #generateKey} creates one
     * @param scopes the scopes of the caller
     * @throws IllegalArgumentException if the key is too short
     */
    public ApiKeyVerifier withKey(String name, String key, String... scopes) {
        if (key.length() < MIN_KEY_CHARS) {
            throw new IllegalArgumentException("The key of " + name + " has fewer than " + MIN_KEY_CHARS
                    + " characters: ApiKeyVerifier.generateKey() creates a valid one");
        }
        return withEntry(name, Sha256.digest(key), scopes);
    }

    /**
     * Returns a copy with one more key, given by its {@linkplain #hashKey hash}.
     *
     * @throws IllegalArgumentException if it is not a SHA-256 hash in hexadecimal digits
     */
    public ApiKeyVerifier withKeyHash(String name, String hash, String... scopes) {
        byte[] bytes = HexFormat.of().parseHex(hash);
        if (bytes.length != HASH_BYTES) {
            throw new IllegalArgumentException("The hash of the key of " + name + " is not a SHA-256 hash");
        }
        return withEntry(name, bytes, scopes);
    }

    private ApiKeyVerifier withEntry(String name, byte[] hash, String... scopes) {
        List<ApiKeyEntry> all = new ArrayList<>(keys);
        all.add(new ApiKeyEntry(hash, VerifiedToken.of(name).withScopes(Set.of(scopes))));
        return new ApiKeyVerifier(List.copyOf(all));
    }

    @Override
    public VerifiedToken verify(String token) {
        byte[] hash = Sha256.digest(token);
        VerifiedToken owner = null;
        for (ApiKeyEntry key : keys) {
            // Always compares all keys, so that the time does not reveal the position.
            if (MessageDigest.isEqual(key.hash(), hash)) {
                owner = key.owner();
            }
        }
        if (owner == null) {
            throw new InvalidTokenException("no such key");
        }
        return owner;
    }
}
