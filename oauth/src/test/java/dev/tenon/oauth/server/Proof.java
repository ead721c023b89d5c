package dev.tenon.oauth.server;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import dev.tenon.oauth.server.internal.Digests;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** Valid and invalid proofs of RFC 9449. */
final class Proof {
    private Proof() {}

    static Map<String, Object> claims(String token) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("jti", UUID.randomUUID().toString());
        claims.put("htm", "POST");
        claims.put("htu", Issuer.RESOURCE);
        claims.put("iat", Instant.now().getEpochSecond());
        claims.put("ath", Digests.sha256Base64Url(token));
        return claims;
    }

    static String of(String token) {
        return of(token, claims -> {});
    }

    static String of(String token, Consumer<Map<String, Object>> change) {
        Map<String, Object> claims = claims(token);
        change.accept(claims);
        return Issuer.sign(Issuer.client(), header(Issuer.client()).build(), claims);
    }

    static JWSHeader.Builder header(JWK key) {
        return new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(key.toPublicJWK());
    }
}
