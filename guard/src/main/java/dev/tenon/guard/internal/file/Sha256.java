package dev.tenon.guard.internal.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256 (FIPS 180-4) as 64 lowercase hexadecimal digits. */
public final class Sha256 {
    /** The number of hexadecimal digits. */
    public static final int DIGITS = 64;

    private Sha256() {}

    /** Returns the hash of these bytes. */
    public static String hex(byte[] bytes) {
        return hex(bytes, 0, bytes.length);
    }

    /** Returns the hash of a range of these bytes. */
    public static String hex(byte[] bytes, int from, int length) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, from, length);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /** Returns the hash of the UTF-8 encoding of a text. */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
