package dev.tenon.oauth.server;

import dev.tenon.server.StateKeys;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Nonces for proofs (RFC 9449, section 9): the time, and a signature of it, so that nothing has to be remembered. */
final class Nonces {
    private static final int TAG_BYTES = 16;
    private static final String PURPOSE = "dpop nonce";

    private final List<byte[]> keys;
    private final Clock clock;
    private final long ageSeconds;

    Nonces(StateKeys keys, Clock clock, Duration age) {
        this.keys = keys.keys();
        this.clock = clock;
        this.ageSeconds = age.toSeconds();
    }

    /** The nonce to use now. It stays the same for a while, so that a client can use it for several requests. */
    String current() {
        long now = clock.instant().getEpochSecond();
        return nonce(keys.get(0), now - Math.floorMod(now, step()));
    }

    private long step() {
        return Math.max(1, ageSeconds / 2);
    }

    /** Whether a nonce was made here and not too long ago. */
    boolean isGood(String nonce) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(nonce);
        } catch (IllegalArgumentException e) {
            return false;
        }
        if (bytes.length != Long.BYTES + TAG_BYTES) {
            return false;
        }
        long made = ByteBuffer.wrap(bytes).getLong();
        long now = clock.instant().getEpochSecond();
        boolean ours = keys.stream().anyMatch(key -> MessageDigest.isEqual(bytes, bytes(key, made)));
        return ours && made <= now && now - made <= ageSeconds;
    }

    private static String nonce(byte[] key, long time) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(key, time));
    }

    private static byte[] bytes(byte[] key, long time) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(PURPOSE.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            byte[] tag =
                    mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(time).array());
            return ByteBuffer.allocate(Long.BYTES + TAG_BYTES)
                    .putLong(time)
                    .put(Arrays.copyOf(tag, TAG_BYTES))
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM has no HMAC-SHA256", e);
        }
    }
}
