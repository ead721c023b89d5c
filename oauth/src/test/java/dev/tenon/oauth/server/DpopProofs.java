package dev.tenon.oauth.server;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import dev.tenon.internal.text.Sha256;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** Valid and invalid proofs of RFC 9449. */
final class DpopProofs {
    private DpopProofs() {}

    static Map<String, Object> createClaims(String token) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("jti", UUID.randomUUID().toString());
        claims.put("htm", "POST");
        claims.put("htu", Issuer.RESOURCE);
        claims.put("iat", Instant.now().getEpochSecond());
        claims.put("ath", Sha256.base64Url(token));
        return claims;
    }

    static String create(String token) {
        return create(token, claims -> {});
    }

    static String create(String token, Consumer<Map<String, Object>> customizer) {
        Map<String, Object> claims = createClaims(token);
        customizer.accept(claims);
        return Issuer.sign(Issuer.clientKey(), newHeader(Issuer.clientKey()).build(), claims);
    }

    static JWSHeader.Builder newHeader(JWK key) {
        return new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(key.toPublicJWK());
    }
}
