package dev.tenon.oauth.server.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Creates hashes that identify secrets without revealing them. */
public final class Digests {
    private Digests() {}

    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This JVM has no SHA-256", e);
        }
    }

    public static String sha256Base64Url(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(text));
    }
}
