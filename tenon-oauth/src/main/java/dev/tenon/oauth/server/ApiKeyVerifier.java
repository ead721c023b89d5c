package dev.tenon.oauth.server;

import dev.tenon.oauth.server.internal.Digests;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Keys that do not change, for small set-ups: a caller sends one as a bearer token. Only hashes are kept, and a key is
 * compared with all of them in constant time. Immutable.
 *
 * <pre>{@code
 * Authenticator keys = ApiKeys.none()
 *         .with("backup job", System.getenv("BACKUP_KEY"), "files:read")
 *         .authenticator();
 * }</pre>
 */
public final class ApiKeyVerifier implements TokenVerifier {
    /** Shorter ones could be guessed, and a hash of them could be turned back. */
    private static final int MIN_KEY_CHARS = 24;

    private static final int RANDOM_BYTES = 32;
    private static final int HASH_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<ApiKeyEntry> keys;

    private record ApiKeyEntry(byte[] hash, VerifiedToken owner) {}

    private ApiKeyVerifier(List<ApiKeyEntry> keys) {
        this.keys = keys;
    }

    /** No keys: nobody is let in. */
    public static ApiKeyVerifier empty() {
        return new ApiKeyVerifier(List.of());
    }

    /** A new key that nobody can guess. */
    public static String generateKey() {
        byte[] bytes = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What may be written down of a key: its SHA-256 in hexadecimal digits. */
    public static String hashKey(String key) {
        return HexFormat.of().formatHex(Digests.sha256(key));
    }

    /**
     * These keys and one more.
     *
     * @param name the caller who has it
     * @param key at least 24 random characters; {@link #generateKey} makes one
     * @param scopes what the caller may do
     * @throws IllegalArgumentException when the key is too short
     */
    public ApiKeyVerifier withKey(String name, String key, String... scopes) {
        if (key.length() < MIN_KEY_CHARS) {
            throw new IllegalArgumentException("The key of " + name + " has fewer than " + MIN_KEY_CHARS
                    + " characters: ApiKeys.random() makes a good one");
        }
        return withEntry(name, Digests.sha256(key), scopes);
    }

    /**
     * These keys and one more, of which only the {@linkplain #hashKey hash} is known here.
     *
     * @throws IllegalArgumentException when that is no SHA-256 in hexadecimal digits
     */
    public ApiKeyVerifier withKeyHash(String name, String hash, String... scopes) {
        byte[] bytes = HexFormat.of().parseHex(hash);
        if (bytes.length != HASH_BYTES) {
            throw new IllegalArgumentException("The hash of the key of " + name + " is no SHA-256");
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
        byte[] hash = Digests.sha256(token);
        VerifiedToken owner = null;
        for (ApiKeyEntry key : keys) {
            // To the end, so that the time tells nothing of where it was found.
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
