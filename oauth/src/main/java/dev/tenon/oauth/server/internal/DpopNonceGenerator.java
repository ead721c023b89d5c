package dev.tenon.oauth.server.internal;

import dev.tenon.server.StateEncryptionKeys;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Generates nonces for proofs (RFC 9449, section 9). A nonce is the encrypted time, so the server stores nothing. */
public final class DpopNonceGenerator {
    private static final String PURPOSE = "dpop nonce";

    private final StateEncryptionKeys keys;
    private final Clock clock;
    private final long ageSeconds;
    private volatile @Nullable GeneratedNonce lastGenerated;

    public DpopNonceGenerator(StateEncryptionKeys keys, Clock clock, Duration maxAge) {
        this.keys = keys;
        this.clock = clock;
        this.ageSeconds = maxAge.toSeconds();
    }

    private record GeneratedNonce(long time, String nonce) {}

    /** Returns the current nonce. It is valid for several requests, and changes after half of its maximum age. */
    public String currentNonce() {
        long now = clock.instant().getEpochSecond();
        long time = now - Math.floorMod(now, Math.max(1, ageSeconds / 2));
        GeneratedNonce last = lastGenerated;
        if (last == null || last.time() != time) {
            byte[] content = ByteBuffer.allocate(Long.BYTES).putLong(time).array();
            last = new GeneratedNonce(time, keys.seal(PURPOSE, content));
            lastGenerated = last;
        }
        return last.nonce();
    }

    /** Returns whether this server generated the nonce and it is not too old. */
    public boolean isValid(String nonce) {
        long now = clock.instant().getEpochSecond();
        return keys.open(PURPOSE, nonce)
                .filter(bytes -> bytes.length == Long.BYTES)
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .filter(time -> time <= now && now - time <= ageSeconds)
                .isPresent();
    }
}
