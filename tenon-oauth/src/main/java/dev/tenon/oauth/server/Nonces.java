package dev.tenon.oauth.server;

import dev.tenon.server.StateKeys;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Nonces for proofs (RFC 9449, section 9): the time, sealed, so that nothing has to be remembered. */
final class Nonces {
    private static final String PURPOSE = "dpop nonce";

    private final StateKeys keys;
    private final Clock clock;
    private final long ageSeconds;
    private volatile @Nullable Made last;

    Nonces(StateKeys keys, Clock clock, Duration age) {
        this.keys = keys;
        this.clock = clock;
        this.ageSeconds = age.toSeconds();
    }

    private record Made(long time, String nonce) {}

    /** The nonce to use now. It stays the same for a while, so that a client can use it for several requests. */
    String current() {
        long now = clock.instant().getEpochSecond();
        long time = now - Math.floorMod(now, Math.max(1, ageSeconds / 2));
        Made known = last;
        if (known == null || known.time() != time) {
            byte[] content = ByteBuffer.allocate(Long.BYTES).putLong(time).array();
            known = new Made(time, keys.seal(PURPOSE, content));
            last = known;
        }
        return known.nonce();
    }

    /** Whether a nonce was made here and not too long ago. */
    boolean isGood(String nonce) {
        long now = clock.instant().getEpochSecond();
        return keys.open(PURPOSE, nonce)
                .filter(bytes -> bytes.length == Long.BYTES)
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .filter(made -> made <= now && now - made <= ageSeconds)
                .isPresent();
    }
}
