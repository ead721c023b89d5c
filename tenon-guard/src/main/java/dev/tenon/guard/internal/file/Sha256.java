package dev.tenon.guard.internal.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4) as 64 hexadecimal digits in lower case. */
public final class Sha256 {
    /** How many hexadecimal digits there are. */
    public static final int DIGITS = 64;

    private Sha256() {}

    /** The hash of these bytes. */
    public static String hex(byte[] bytes) {
        return hex(bytes, 0, bytes.length);
    }

    /** The hash of a part of these bytes. */
    public static String hex(byte[] bytes, int from, int length) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, from, length);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /** The hash of this text in UTF-8. */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
