package dev.tenon.oauth.server.internal;

import dev.tenon.server.StateEncryptionKeys;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Nonces for proofs (RFC 9449, section 9): the time, sealed, so that nothing has to be remembered. */
public final class DpopNonceGenerator {
    private static final String PURPOSE = "dpop nonce";

    private final StateEncryptionKeys keys;
    private final Clock clock;
    private final long ageSeconds;
    private volatile @Nullable GeneratedNonce lastGenerated;

    public DpopNonceGenerator(StateEncryptionKeys keys, Clock clock, Duration age) {
        this.keys = keys;
        this.clock = clock;
        this.ageSeconds = age.toSeconds();
    }

    private record GeneratedNonce(long time, String nonce) {}

    /** The nonce to use now. It stays the same for a while, so that a client can use it for several requests. */
    public String currentNonce() {
        long now = clock.instant().getEpochSecond();
        long time = now - Math.floorMod(now, Math.max(1, ageSeconds / 2));
        GeneratedNonce known = lastGenerated;
        if (known == null || known.time() != time) {
            byte[] content = ByteBuffer.allocate(Long.BYTES).putLong(time).array();
            known = new GeneratedNonce(time, keys.seal(PURPOSE, content));
            lastGenerated = known;
        }
        return known.nonce();
    }

    /** Whether a nonce was made here and not too long ago. */
    public boolean isValid(String nonce) {
        long now = clock.instant().getEpochSecond();
        return keys.open(PURPOSE, nonce)
                .filter(bytes -> bytes.length == Long.BYTES)
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .filter(made -> made <= now && now - made <= ageSeconds)
                .isPresent();
    }
}
