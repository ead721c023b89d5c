package dev.tenon.oauth.server;

import com.nimbusds.jose.jwk.JWK;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the keys of an issuer come from. */
@FunctionalInterface
interface Keys {
    /**
     * The keys that may have signed with that algorithm; none when there is no such key.
     *
     * @param keyId the key that the token names, or null
     * @throws VerifierUnavailableException when the keys cannot be had now
     */
    List<JWK> find(@Nullable String keyId, String algorithm);
}
