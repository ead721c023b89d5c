package dev.tenon.oauth.server;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.tenon.internal.text.Sha256;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Invalid proofs. */
final class InvalidProofs {
    private static final String INVALID = "invalid_dpop_proof";

    private final List<InvalidProof> all = new ArrayList<>();
    private final Issuer issuer = new Issuer();
    private final String token = issuer.issueBoundToken("mcp");
    private final long now = Instant.now().getEpochSecond();

    private InvalidProofs() {}

    static List<InvalidProof> createAll() {
        InvalidProofs proofs = new InvalidProofs();
        proofs.addMalformedProofs();
        proofs.addInvalidHeaders();
        proofs.addInvalidKeys();
        proofs.addInvalidTargets();
        proofs.addInvalidClaims();
        proofs.addInvalidTokens();
        return proofs.all;
    }

    private void add(String description, String reason, String... proofs) {
        all.add(new InvalidProof(description, reason, INVALID, "DPoP", token, List.of(proofs)));
    }

    private void addMalformedProofs() {
        String valid = DpopProofs.create(token);
        add("no proof", "0 DPoP headers");
        add("two proofs", "2 DPoP headers", valid, DpopProofs.create(token));
        add("the same proof twice", "2 DPoP headers", valid, valid);
        add("a proof that is no JWT", "1 parts", "not-a-JWT");
        add("the token as its own proof", "typ is not dpop+jwt", token);
        add("a proof without signature", "signature is missing", valid.substring(0, valid.lastIndexOf('.') + 1));
        add("a proof with half a signature", "the signature is wrong", valid.substring(0, valid.length() - 46));
        String zeros = Base64URL.encode(new byte[64]).toString();
        add("a signature of zeros", "the signature is wrong", valid.substring(0, valid.lastIndexOf('.') + 1) + zeros);
        String duplicateHtm =
                JSONObjectUtils.toJSONString(DpopProofs.createClaims(token)).replace("{", "{\"htm\":\"GET\",");
        add(
                "htm twice",
                "not acceptable JSON",
                Issuer.sign(
                        Issuer.clientKey(),
                        DpopProofs.newHeader(Issuer.clientKey()).build(),
                        duplicateHtm));
    }

    private void addInvalidHeaders() {
        addWithHeader("no type", "typ is not", header -> header.type(null));
        addWithHeader("the type of a JWT", "typ is not", header -> header.type(JOSEObjectType.JWT));
        addWithHeader("the type of a token", "typ is not", header -> header.type(new JOSEObjectType("at+jwt")));
        addWithHeader("crit", "the header has crit", header -> header.customParam("exp", 1)
                .criticalParams(Set.of("exp")));
        addWithHeader("jku", "the header has jku", header -> header.jwkURL(URI.create("https://evil.example/jwks")));
        addWithHeader("x5u", "the header has x5u", header -> header.x509CertURL(URI.create("https://evil.example/c")));
        addWithHeader("no key", "jwk is missing", header -> header.jwk(null));
        addWithRawHeader("alg none", "is not allowed", "\"alg\":\"none\",\"jwk\":" + publicKey());
        addWithRawHeader("alg HS256", "is not allowed", "\"alg\":\"HS256\",\"jwk\":" + publicKey());
        addWithRawHeader("no alg", "is not allowed", "\"jwk\":" + publicKey());
        addWithRawHeader("alg for another curve", "not a key for ES384", "\"alg\":\"ES384\",\"jwk\":" + publicKey());
        addWithRawHeader(
                "alg for another kind of key", "not a key for RS256", "\"alg\":\"RS256\",\"jwk\":" + publicKey());
    }

    private void addInvalidKeys() {
        addWithRawHeader(
                "a private key",
                "jwk is private",
                "\"alg\":\"ES256\",\"jwk\":" + Issuer.clientKey().toJSONString());
        addWithRawHeader(
                "a secret",
                "not an RSA or elliptic curve key",
                "\"alg\":\"ES256\",\"jwk\":{\"kty\":\"oct\",\"k\":\"AAAA\"}");
        addWithRawHeader("a text for a key", "jwk is missing", "\"alg\":\"ES256\",\"jwk\":\"key\"");
        addWithRawHeader(
                "half a key",
                "jwk is not a key",
                "\"alg\":\"ES256\",\"jwk\":{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AAAA\"}");
        addWithRawHeader(
                "a point beside the curve",
                "jwk is not a key",
                "\"alg\":\"ES256\",\"jwk\":"
                        + publicKey().replaceAll("\"y\":\"[^\"]*\"", "\"y\":\"" + "A".repeat(43) + "\""));
        JWK other = Issuer.otherClientKey();
        add(
                "another key than the token's",
                "not the key to which the token is bound",
                Issuer.sign(other, DpopProofs.newHeader(other).build(), DpopProofs.createClaims(token)));
        add(
                "the token's key, and a signature by another",
                "the signature is wrong",
                Issuer.sign(other, DpopProofs.newHeader(Issuer.clientKey()).build(), DpopProofs.createClaims(token)));
    }

    private void addInvalidTargets() {
        for (String htm : List.of("GET", "post", "DELETE", "POST ")) {
            addWithClaim("htm", htm, "is not the method of the request");
        }
        for (String htu : List.of(
                "https://mcp.example.com",
                "https://mcp.example.com/mcp/",
                "https://mcp.example.com/MCP",
                "https://mcp.example.com/other",
                "https://mcp.example.com:8443/mcp",
                "https://evil.example/mcp",
                "https://ann@mcp.example.com/mcp",
                "http://mcp.example.com/mcp",
                "http://127.0.0.1/mcp",
                "mcp.example.com/mcp",
                "/mcp",
                "https://mcp.example.com/%6dcp",
                "::")) {
            addWithClaim("htu", htu, "is not the URL of the request");
        }
        addWithClaim("htu", List.of(Issuer.RESOURCE), "htu is not a string");
        addWithoutClaim("htm");
        addWithoutClaim("htu");
    }

    private void addInvalidClaims() {
        addWithClaim("iat", now - 65, "is too old or in the future");
        addWithClaim("iat", now - 86_400, "is too old or in the future");
        addWithClaim("iat", now + 60, "is too old or in the future");
        addWithClaim("iat", String.valueOf(now), "iat is not a date");
        addWithoutClaim("iat");
        addWithoutClaim("jti");
        addWithClaim("jti", "", "jti is not a string");
        addWithClaim("jti", 1, "jti is not a string");
        addWithClaim("jti", "x".repeat(600), "jti is too long");
        addWithoutClaim("ath");
        addWithClaim("ath", "", "ath is not a string");
        addWithClaim("ath", Sha256.base64Url("another token"), "ath does not fit the token");
        addWithClaim("ath", token, "ath does not fit the token");
        add(
                "a proof for another token",
                "ath does not fit the token",
                DpopProofs.create(issuer.issueBoundToken("mcp files:read")));
    }

    private void addInvalidTokens() {
        String unboundToken = issuer.issueToken("mcp");
        all.add(new InvalidProof(
                "a bound token as a bearer token",
                "was sent as a bearer token",
                "invalid_token",
                "Bearer",
                token,
                List.of()));
        all.add(new InvalidProof(
                "a bound token as a bearer token, with its proof",
                "was sent as a bearer token",
                "invalid_token",
                "bearer",
                token,
                List.of(DpopProofs.create(token))));
        all.add(new InvalidProof(
                "a free token with a proof",
                "not bound to a key",
                "invalid_token",
                "DPoP",
                unboundToken,
                List.of(DpopProofs.create(unboundToken))));
        String otherClientToken = issuer.issueToken(
                claims -> claims.put("cnf", Map.of("jkt", Issuer.computeThumbprint(Issuer.otherClientKey()))));
        all.add(new InvalidProof(
                "a token of a different client with an own proof",
                "not the key to which the token is bound",
                INVALID,
                "DPoP",
                otherClientToken,
                List.of(DpopProofs.create(otherClientToken))));
        String expired = issuer.issueToken(claims -> {
            claims.put("exp", now - 1);
            claims.put("cnf", Map.of("jkt", Issuer.computeThumbprint(Issuer.clientKey())));
        });
        all.add(new InvalidProof(
                "a good proof of an expired token",
                "expired at",
                "invalid_token",
                "DPoP",
                expired,
                List.of(DpopProofs.create(expired))));
    }

    private void addWithClaim(String name, Object value, String reason) {
        add(name + " = " + value, reason, DpopProofs.create(token, claims -> claims.put(name, value)));
    }

    private void addWithoutClaim(String name) {
        add("no " + name, name + " is missing", DpopProofs.create(token, claims -> claims.remove(name)));
    }

    private void addWithHeader(String description, String reason, Consumer<JWSHeader.Builder> customizer) {
        JWSHeader.Builder header = DpopProofs.newHeader(Issuer.clientKey());
        customizer.accept(header);
        add(description, reason, Issuer.sign(Issuer.clientKey(), header.build(), DpopProofs.createClaims(token)));
    }

    private void addWithRawHeader(String description, String reason, String header) {
        String valid = DpopProofs.create(token);
        String headerWithType = "{\"typ\":\"dpop+jwt\"," + header + "}";
        add(description, reason, Base64URL.encode(headerWithType) + valid.substring(valid.indexOf('.')));
    }

    private static String publicKey() {
        return Issuer.clientKey().toPublicJWK().toJSONString();
    }
}
