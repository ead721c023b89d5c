package dev.tenon.oauth.server.internal;

import com.nimbusds.jose.jwk.JWK;
import dev.tenon.oauth.server.VerifierUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the keys of an issuer come from. */
@FunctionalInterface
public interface KeySource {
    /**
     * The keys that may have signed with that algorithm; none when there is no such key.
     *
     * @param keyId the key that the token names, or null
     * @throws VerifierUnavailableException when the keys cannot be had now
     */
    List<JWK> findKeys(@Nullable String keyId, String algorithm);
}
