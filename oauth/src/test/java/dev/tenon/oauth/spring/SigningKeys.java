package dev.tenon.oauth.spring;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The keys of the authorization server: the first one signs, all are published. */
final class SigningKeys implements JWKSource<SecurityContext> {
    private static final int BITS = 2048;

    private volatile List<JWK> keys = List.of(generateKey());

    @Override
    public List<JWK> get(JWKSelector selector, SecurityContext context) {
        return selector.select(new JWKSet(keys));
    }

    String currentKeyId() {
        return keys.get(0).getKeyID();
    }

    /** Changes the signing key; the old one remains published. */
    void rotate() {
        List<JWK> newKeys = new ArrayList<>(List.of(generateKey()));
        newKeys.addAll(keys);
        keys = List.copyOf(newKeys);
    }

    /** Only publishes the signing key. */
    void removeOldKeys() {
        keys = List.of(keys.get(0));
    }

    private static RSAKey generateKey() {
        try {
            return new RSAKeyGenerator(BITS)
                    .keyUse(KeyUse.SIGNATURE)
                    .keyID(UUID.randomUUID().toString())
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
