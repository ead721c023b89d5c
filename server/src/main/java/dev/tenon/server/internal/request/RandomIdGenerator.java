package dev.tenon.server.internal.request;

import java.security.SecureRandom;
import java.util.Base64;

/** Generates unguessable ids: 256 random bits in visible ASCII. */
public final class RandomIdGenerator {
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomIdGenerator() {}

    public static String next() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
