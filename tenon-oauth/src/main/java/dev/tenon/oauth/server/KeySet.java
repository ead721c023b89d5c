package dev.tenon.oauth.server;

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

/** The public keys of an issuer (RFC 7517). What is of no use here is left out: secrets, private keys, unknown kinds. */
record KeySet(List<JWK> keys) {
    /** How many keys are tried for a token that names none. */
    private static final int MOST_TRIED = 4;

    private static final int MOST_KEYS = 100;
    private static final JsonReader JSON = new JsonReader(new JsonLimits(Fetch.MOST_BYTES, 8, 64 << 10, 40, 256, 1000));

    /**
     * Reads a set.
     *
     * @throws IllegalArgumentException when it is none, or without a key that is of use
     */
    static KeySet parse(byte[] text) {
        Json keys;
        try {
            keys = JSON.read(text).get("keys");
        } catch (JsonException e) {
            throw new IllegalArgumentException("No JSON Web Key Set: " + e.getMessage());
        }
        if (keys == null || keys.elements().isEmpty() || keys.elements().size() > MOST_KEYS) {
            throw new IllegalArgumentException("No JSON Web Key Set of 1 to " + MOST_KEYS + " keys");
        }
        List<JWK> usable =
                keys.elements().stream().flatMap(key -> parse(key).stream()).toList();
        if (usable.isEmpty()) {
            throw new IllegalArgumentException(
                    "A JSON Web Key Set without a public key of RSA or of an elliptic curve");
        }
        return new KeySet(usable);
    }

    private static Optional<JWK> parse(Json key) {
        try {
            JWK parsed = JWK.parse(key.toString());
            boolean known = parsed instanceof RSAKey || parsed instanceof ECKey;
            return Optional.of(parsed).filter(jwk -> known && verifies(jwk) && !jwk.isPrivate());
        } catch (ParseException | RuntimeException e) {
            // One key that cannot be read must not lock out those who use the others.
            return Optional.empty();
        }
    }

    private static boolean verifies(JWK key) {
        boolean use = key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
        return use && (key.getKeyOperations() == null || key.getKeyOperations().contains(KeyOperation.VERIFY));
    }

    /** The keys that may have signed: that of this id, or, where none is named, every one that fits, up to a few. */
    List<JWK> candidates(@Nullable String keyId, String algorithm) {
        return keys.stream()
                .filter(key -> keyId == null || keyId.equals(key.getKeyID()))
                .filter(key -> Signatures.fits(key, algorithm))
                .limit(MOST_TRIED)
                .toList();
    }
}
