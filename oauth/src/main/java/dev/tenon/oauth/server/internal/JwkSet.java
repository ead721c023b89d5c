package dev.tenon.oauth.server.internal;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The public keys of an issuer (RFC 7517). Secrets, private keys and unknown kinds of keys are ignored. */
public record JwkSet(List<JWK> keys) {
    /** The maximum number of keys that are tried for a token without {@code kid}. */
    private static final int MAX_CANDIDATES = 4;

    private static final int MAX_KEYS = 100;
    private static final JsonReader JSON =
            new JsonReader(new JsonLimits(HttpFetcher.MAX_BYTES, 8, 64 << 10, 40, 256, 1000));

    /**
     * Parses a key set.
     *
     * @throws IllegalArgumentException if it is not a key set, or contains no supported key
     */
    public static JwkSet parse(byte[] text) {
        Json keys;
        try {
            keys = JSON.read(text).get("keys");
        } catch (JsonException e) {
            throw new IllegalArgumentException("Not a JSON Web Key Set: " + e.getMessage());
        }
        if (keys == null || keys.elements().isEmpty() || keys.elements().size() > MAX_KEYS) {
            throw new IllegalArgumentException("Not a JSON Web Key Set of 1 to " + MAX_KEYS + " keys");
        }
        List<JWK> usable =
                keys.elements().stream().flatMap(key -> parse(key).stream()).toList();
        if (usable.isEmpty()) {
            throw new IllegalArgumentException("The JSON Web Key Set contains no public RSA or elliptic curve key");
        }
        return new JwkSet(usable);
    }

    private static Optional<JWK> parse(Json key) {
        try {
            JWK parsed = JWK.parse(key.toString());
            boolean known = parsed instanceof RSAKey || parsed instanceof ECKey;
            return Optional.of(parsed).filter(jwk -> known && hasVerifyUse(jwk) && !jwk.isPrivate());
        } catch (ParseException | RuntimeException e) {
            // One malformed key must not make the others unusable.
            return Optional.empty();
        }
    }

    private static boolean hasVerifyUse(JWK key) {
        boolean use = key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
        return use && (key.getKeyOperations() == null || key.getKeyOperations().contains(KeyOperation.VERIFY));
    }

    /**
     * Returns the keys that can have signed a token: the one with this ID, or without an ID all compatible keys, at
     * most four.
     */
    public List<JWK> findCandidates(@Nullable String keyId, String algorithm) {
        return keys.stream()
                .filter(key -> keyId == null || keyId.equals(key.getKeyID()))
                .filter(key -> SignatureVerifier.isCompatible(key, algorithm))
                .limit(MAX_CANDIDATES)
                .toList();
    }
}
