package dev.tenon.oauth.server;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Signs valid and invalid tokens with real keys. */
final class Issuer {
    static final String NAME = "https://login.example.com";
    static final String RESOURCE = "https://mcp.example.com/mcp";

    private static final Keys KEYS = new Keys();

    private final String name;

    Issuer() {
        this(NAME);
    }

    Issuer(String name) {
        this.name = name;
    }

    /** Generated once for all tests, because RSA keys are slow to generate. */
    private static final class Keys {
        final RSAKey rsa;
        final ECKey ec;
        final ECKey client;
        final ECKey otherClient;
        final RSAKey foreign;

        Keys() {
            try {
                rsa = new RSAKeyGenerator(2048).keyID("rsa").generate();
                foreign = new RSAKeyGenerator(2048).keyID("rsa").generate();
                ec = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
                client = new ECKeyGenerator(Curve.P_256).generate();
                otherClient = new ECKeyGenerator(Curve.P_256).generate();
            } catch (JOSEException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static RSAKey rsaKey() {
        return KEYS.rsa;
    }

    static ECKey ecKey() {
        return KEYS.ec;
    }

    /** A key of a different issuer with the same ID. */
    static RSAKey foreignKey() {
        return KEYS.foreign;
    }

    /** The key of a client that sends proofs. */
    static ECKey clientKey() {
        return KEYS.client;
    }

    static ECKey otherClientKey() {
        return KEYS.otherClient;
    }

    static String jwks() {
        return jwks(rsaKey(), ecKey());
    }

    static String jwks(JWK... keys) {
        return new JWKSet(List.of(keys)).toString();
    }

    Map<String, Object> claims() {
        Map<String, Object> claims = new LinkedHashMap<>();
        long now = Instant.now().getEpochSecond();
        claims.put("iss", name);
        claims.put("sub", "ann");
        claims.put("aud", RESOURCE);
        claims.put("iat", now);
        claims.put("exp", now + 300);
        claims.put("scope", "mcp");
        return claims;
    }

    /** Returns a valid token with these scopes. */
    String issueToken(String scope) {
        return issueToken(claims -> claims.put("scope", scope));
    }

    /** Returns a valid token of a different subject. */
    String issueTokenFor(String subject, String scope) {
        return issueToken(claims -> {
            claims.put("sub", subject);
            claims.put("scope", scope);
        });
    }

    /** Returns a token whose claims are changed before it is signed. */
    String issueToken(Consumer<Map<String, Object>> customizer) {
        Map<String, Object> claims = claims();
        customizer.accept(claims);
        return sign(rsaKey(), JWSAlgorithm.RS256, "at+jwt", claims);
    }

    /** Returns a token that is bound to the key of the client. */
    String issueBoundToken(String scope) {
        return issueToken(claims -> {
            claims.put("scope", scope);
            claims.put("cnf", Map.of("jkt", computeThumbprint(clientKey())));
        });
    }

    static String computeThumbprint(JWK key) {
        try {
            return key.computeThumbprint().toString();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static String sign(JWK key, JWSAlgorithm algorithm, String type, Map<String, Object> claims) {
        JWSHeader.Builder header = new JWSHeader.Builder(algorithm).keyID(key.getKeyID());
        return sign(key, (type == null ? header : header.type(new JOSEObjectType(type))).build(), claims);
    }

    static String sign(JWK key, JWSHeader header, Map<String, Object> claims) {
        return sign(key, header, JSONObjectUtils.toJSONString(claims));
    }

    static String sign(JWK key, JWSHeader header, String payload) {
        try {
            JWSObject jws = new JWSObject(header, new Payload(payload));
            jws.sign(key instanceof RSAKey rsaKey ? new RSASSASigner(rsaKey) : new ECDSASigner((ECKey) key));
            return jws.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
