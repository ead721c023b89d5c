package dev.tenon.oauth.server.internal;

import com.nimbusds.jose.jwk.JWK;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Provides the keys of an issuer. */
@FunctionalInterface
public interface KeySource {
    /**
     * Returns the keys that can have signed a token with this algorithm; empty if no key fits.
     *
     * @param keyId the key ID in the token, or null
     * @throws dev.tenon.oauth.server.VerifierUnavailableException if the keys are currently unavailable
     */
    List<JWK> findKeys(@Nullable String keyId, String algorithm);
}
