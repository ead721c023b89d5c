package dev.tenon.oauth.server;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.tenon.oauth.server.internal.Digests;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Invalid proofs. */
final class BadProofs {
    private static final String INVALID = "invalid_dpop_proof";

    private final List<BadProof> all = new ArrayList<>();
    private final Issuer issuer = new Issuer();
    private final String token = issuer.bound("mcp");
    private final long now = Instant.now().getEpochSecond();

    private BadProofs() {}

    static List<BadProof> all() {
        BadProofs proofs = new BadProofs();
        proofs.forms();
        proofs.headers();
        proofs.keys();
        proofs.targets();
        proofs.claims();
        proofs.tokens();
        return proofs.all;
    }

    private void add(String what, String reason, String... proofs) {
        all.add(new BadProof(what, reason, INVALID, "DPoP", token, List.of(proofs)));
    }

    private void forms() {
        String good = Proof.of(token);
        add("no proof", "0 DPoP headers");
        add("two proofs", "2 DPoP headers", good, Proof.of(token));
        add("the same proof twice", "2 DPoP headers", good, good);
        add("a proof that is no JWT", "1 parts", "not-a-JWT");
        add("the token as its own proof", "typ is not dpop+jwt", token);
        add("a proof without signature", "signature is missing", good.substring(0, good.lastIndexOf('.') + 1));
        add("a proof with half a signature", "the signature is wrong", good.substring(0, good.length() - 46));
        String zeros = Base64URL.encode(new byte[64]).toString();
        add("a signature of zeros", "the signature is wrong", good.substring(0, good.lastIndexOf('.') + 1) + zeros);
        String twice = JSONObjectUtils.toJSONString(Proof.claims(token)).replace("{", "{\"htm\":\"GET\",");
        add(
                "htm twice",
                "not acceptable JSON",
                Issuer.sign(Issuer.client(), Proof.header(Issuer.client()).build(), twice));
    }

    private void headers() {
        header("no type", "typ is not", header -> header.type(null));
        header("the type of a JWT", "typ is not", header -> header.type(JOSEObjectType.JWT));
        header("the type of a token", "typ is not", header -> header.type(new JOSEObjectType("at+jwt")));
        header("crit", "the header has crit", header -> header.customParam("exp", 1)
                .criticalParams(Set.of("exp")));
        header("jku", "the header has jku", header -> header.jwkURL(URI.create("https://evil.example/jwks")));
        header("x5u", "the header has x5u", header -> header.x509CertURL(URI.create("https://evil.example/c")));
        header("no key", "jwk is missing", header -> header.jwk(null));
        raw("alg none", "is not allowed", "\"alg\":\"none\",\"jwk\":" + publicKey());
        raw("alg HS256", "is not allowed", "\"alg\":\"HS256\",\"jwk\":" + publicKey());
        raw("no alg", "is not allowed", "\"jwk\":" + publicKey());
        raw("alg for another curve", "not a key for ES384", "\"alg\":\"ES384\",\"jwk\":" + publicKey());
        raw("alg for another kind of key", "not a key for RS256", "\"alg\":\"RS256\",\"jwk\":" + publicKey());
    }

    private void keys() {
        raw(
                "a private key",
                "jwk is private",
                "\"alg\":\"ES256\",\"jwk\":" + Issuer.client().toJSONString());
        raw(
                "a secret",
                "not an RSA or elliptic curve key",
                "\"alg\":\"ES256\",\"jwk\":{\"kty\":\"oct\",\"k\":\"AAAA\"}");
        raw("a text for a key", "jwk is missing", "\"alg\":\"ES256\",\"jwk\":\"key\"");
        raw(
                "half a key",
                "jwk is not a key",
                "\"alg\":\"ES256\",\"jwk\":{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AAAA\"}");
        raw(
                "a point beside the curve",
                "jwk is not a key",
                "\"alg\":\"ES256\",\"jwk\":"
                        + publicKey().replaceAll("\"y\":\"[^\"]*\"", "\"y\":\"" + "A".repeat(43) + "\""));
        JWK other = Issuer.otherClient();
        add(
                "another key than the token's",
                "not the key to which the token is bound",
                Issuer.sign(other, Proof.header(other).build(), Proof.claims(token)));
        add(
                "the token's key, and a signature by another",
                "the signature is wrong",
                Issuer.sign(other, Proof.header(Issuer.client()).build(), Proof.claims(token)));
    }

    private void targets() {
        for (String htm : List.of("GET", "post", "DELETE", "POST ")) {
            claim("htm", htm, "is not the method of the request");
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
            claim("htu", htu, "is not the URL of the request");
        }
        claim("htu", List.of(Issuer.RESOURCE), "htu is not a string");
        missing("htm");
        missing("htu");
    }

    private void claims() {
        claim("iat", now - 65, "is too old or in the future");
        claim("iat", now - 86_400, "is too old or in the future");
        claim("iat", now + 60, "is too old or in the future");
        claim("iat", String.valueOf(now), "iat is not a date");
        missing("iat");
        missing("jti");
        claim("jti", "", "jti is not a string");
        claim("jti", 1, "jti is not a string");
        claim("jti", "x".repeat(600), "jti is too long");
        missing("ath");
        claim("ath", "", "ath is not a string");
        claim("ath", Digests.sha256Base64Url("another token"), "ath does not fit the token");
        claim("ath", token, "ath does not fit the token");
        add("a proof for another token", "ath does not fit the token", Proof.of(issuer.bound("mcp files:read")));
    }

    private void tokens() {
        String free = issuer.token("mcp");
        all.add(new BadProof(
                "a bound token as a bearer token",
                "was sent as a bearer token",
                "invalid_token",
                "Bearer",
                token,
                List.of()));
        all.add(new BadProof(
                "a bound token as a bearer token, with its proof",
                "was sent as a bearer token",
                "invalid_token",
                "bearer",
                token,
                List.of(Proof.of(token))));
        all.add(new BadProof(
                "a free token with a proof",
                "not bound to a key",
                "invalid_token",
                "DPoP",
                free,
                List.of(Proof.of(free))));
        String others =
                issuer.token(claims -> claims.put("cnf", Map.of("jkt", Issuer.thumbprint(Issuer.otherClient()))));
        all.add(new BadProof(
                "a token of a different client with an own proof",
                "not the key to which the token is bound",
                INVALID,
                "DPoP",
                others,
                List.of(Proof.of(others))));
        String expired = issuer.token(claims -> {
            claims.put("exp", now - 1);
            claims.put("cnf", Map.of("jkt", Issuer.thumbprint(Issuer.client())));
        });
        all.add(new BadProof(
                "a good proof of an expired token",
                "expired at",
                "invalid_token",
                "DPoP",
                expired,
                List.of(Proof.of(expired))));
    }

    private void claim(String name, Object value, String reason) {
        add(name + " = " + value, reason, Proof.of(token, claims -> claims.put(name, value)));
    }

    private void missing(String name) {
        add("no " + name, name + " is missing", Proof.of(token, claims -> claims.remove(name)));
    }

    private void header(String what, String reason, Consumer<JWSHeader.Builder> change) {
        JWSHeader.Builder header = Proof.header(Issuer.client());
        change.accept(header);
        add(what, reason, Issuer.sign(Issuer.client(), header.build(), Proof.claims(token)));
    }

    private void raw(String what, String reason, String header) {
        String good = Proof.of(token);
        String named = "{\"typ\":\"dpop+jwt\"," + header + "}";
        add(what, reason, Base64URL.encode(named) + good.substring(good.indexOf('.')));
    }

    private static String publicKey() {
        return Issuer.client().toPublicJWK().toJSONString();
    }
}
