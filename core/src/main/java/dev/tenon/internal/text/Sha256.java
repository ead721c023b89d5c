package dev.tenon.internal.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** Computes SHA-256 hashes (FIPS 180-4). A text is hashed in UTF-8. */
public final class Sha256 {
    /** The number of hexadecimal digits of a hash. */
    public static final int DIGITS = 64;

    private Sha256() {}

    public static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    public static byte[] digest(String text) {
        return digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the hash in lowercase hexadecimal digits. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest(bytes));
    }

    /** Returns the hash in lowercase hexadecimal digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(digest(text));
    }

    /** Returns the hash in base64url (RFC 4648) without padding. */
    public static String base64Url(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest(text));
    }
}
