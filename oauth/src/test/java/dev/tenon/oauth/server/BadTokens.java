package dev.tenon.oauth.server;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import dev.tenon.oauth.server.internal.CompactJws;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Tokens with an invalid form, header or signature. */
final class BadTokens {
    private static final String ALLOWED = "is not allowed";
    private static final String WRONG = "the signature is wrong";

    private final List<BadToken> all = new ArrayList<>();
    private final Issuer issuer = new Issuer();

    private BadTokens() {}

    static List<BadToken> all() {
        BadTokens tokens = new BadTokens();
        tokens.forms();
        tokens.algorithms();
        tokens.signatures();
        tokens.headers();
        tokens.json();
        return tokens.all;
    }

    private void add(String what, String reason, String token) {
        all.add(new BadToken(what, reason, token));
    }

    private void forms() {
        String good = issuer.token("mcp");
        String[] parts = good.split("\\.");
        add("not a JWT", "1 parts", "c29tZXRoaW5nLW9wYXF1ZQ");
        add("two parts", "2 parts", parts[0] + "." + parts[1]);
        add("four parts", "4 parts", good + "." + parts[2]);
        add("five parts, as if encrypted", "5 parts", good + "." + parts[1] + "." + parts[2]);
        add("dots only", "signature is missing", "..");
        add("nothing before the signature", "the header is", "." + parts[1] + "." + parts[2]);
        add(
                "a header of plain base64",
                "the header is not base64url",
                "ey+/" + parts[0] + "." + parts[1] + "." + parts[2]);
        add("a payload with padding inside", "2 parts", parts[0] + "." + parts[1] + "=");
        add("beyond the longest", "longer than", good + "A".repeat(CompactJws.MAX_CHARS));
    }

    private void algorithms() {
        for (String none : List.of("none", "None", "NONE", "nOnE")) {
            add(
                    "alg " + none + " without a signature",
                    "signature is missing",
                    raw("{\"alg\":\"" + none + "\"}", payload(), ""));
            add("alg " + none + " with some signature", ALLOWED, raw("{\"alg\":\"" + none + "\"}", payload(), "AAAA"));
        }
        add("HS256 by the public key", ALLOWED, mac(JWSAlgorithm.HS256, publicKey()));
        add("HS384 by the public key", ALLOWED, mac(JWSAlgorithm.HS384, publicKey()));
        add("HS512 by the public key", ALLOWED, mac(JWSAlgorithm.HS512, publicKey()));
        add(
                "HS256 by the text of the key set",
                ALLOWED,
                mac(JWSAlgorithm.HS256, Issuer.jwks().getBytes(StandardCharsets.UTF_8)));
        for (String name : List.of("ES256K", "EdDSA", "Ed25519", "RS1", "RS256 ", "rs256", "RSA-OAEP", "")) {
            add("alg " + name, ALLOWED, renamed("{\"alg\":\"" + name + "\",\"kid\":\"rsa\"}"));
        }
        add("no alg", ALLOWED, renamed("{\"kid\":\"rsa\"}"));
        add("alg that is not a string", ALLOWED, renamed("{\"alg\":256,\"kid\":\"rsa\"}"));
        add("alg in a list", ALLOWED, renamed("{\"alg\":[\"RS256\"],\"kid\":\"rsa\"}"));
        add("an RSA signature said to be of a curve", "no key", renamed("{\"alg\":\"ES256\",\"kid\":\"rsa\"}"));
        add("another hash than was signed with", WRONG, renamed("{\"alg\":\"RS512\",\"kid\":\"rsa\"}"));
        add("another padding than was signed with", WRONG, renamed("{\"alg\":\"PS256\",\"kid\":\"rsa\"}"));
    }

    private void signatures() {
        String good = issuer.token("mcp");
        String[] parts = good.split("\\.");
        String content = parts[0] + "." + parts[1] + ".";
        add("stripped of its signature", "signature is missing", content);
        add("half a signature", WRONG, content + parts[2].substring(0, 200));
        add("a signature with one bit changed", WRONG, content + flipped(parts[2]));
        add(
                "the signature of another token",
                WRONG,
                content + issuer.token("other").split("\\.")[2]);
        add("another spelling of the signature", "the signature is not base64url", content + respelled(parts[2]));
        String changed = Base64URL.encode(payload().replace("ann", "bob")).toString();
        add("a changed payload", WRONG, parts[0] + "." + changed + "." + parts[2]);
        add(
                "signed by a key of the same name",
                WRONG,
                Issuer.sign(Issuer.foreign(), JWSAlgorithm.RS256, "at+jwt", issuer.claims()));
        add("an unknown key", "no key", renamed("{\"alg\":\"RS256\",\"kid\":\"other\"}"));
        add("the name of a key of another kind", "no key", renamed("{\"alg\":\"RS256\",\"kid\":\"ec\"}"));
        add("a path for a key's name", "no key", renamed("{\"alg\":\"RS256\",\"kid\":\"../../dev/null\"}"));
        add("a key's name that is not a string", "kid is not a string", renamed("{\"alg\":\"RS256\",\"kid\":1}"));
        String curve = "{\"alg\":\"ES256\",\"kid\":\"ec\"}";
        add(
                "a curve's signature of zeros",
                WRONG,
                raw(curve, payload(), Base64URL.encode(new byte[64]).toString()));
        add(
                "a curve's signature in DER",
                WRONG,
                raw(
                        curve,
                        payload(),
                        Base64URL.encode(new byte[] {48, 6, 2, 1, 1, 2, 1, 1}).toString()));
        add("a private key's name without one", WRONG, raw("{\"alg\":\"RS256\"}", payload(), parts[2]));
    }

    private void headers() {
        header("crit", "crit", h -> h.customParam("exp", 1).criticalParams(java.util.Set.of("exp")));
        add("an empty crit", "crit", renamed("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"crit\":[]}"));
        add(
                "an unencoded payload",
                "crit",
                renamed("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"b64\":false,\"crit\":[\"b64\"]}"));
        add("b64 without crit", "b64", renamed("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"b64\":false}"));
        add("compression", "zip", renamed("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"zip\":\"DEF\"}"));
        add("encryption", "enc", renamed("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"enc\":\"A128GCM\"}"));
        JWSHeader own = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .jwk(Issuer.foreign().toPublicJWK())
                .keyID("rsa")
                .build();
        add("a key of its own", "contains a key: jwk", Issuer.sign(Issuer.foreign(), own, issuer.claims()));
        header(
                "the right key in the header",
                "contains a key: jwk",
                h -> h.jwk(Issuer.rsa().toPublicJWK()));
        header(
                "a place of its own for keys",
                "the header contains a key: jku",
                h -> h.jwkURL(java.net.URI.create("https://evil.example/jwks")));
        header(
                "a place of its own for certificates",
                "the header contains a key: x5u",
                h -> h.x509CertURL(java.net.URI.create("https://evil.example/c")));
        add(
                "certificates of its own",
                "the header contains a key: x5c",
                renamed("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"x5c\":[\"AAAA\"]}"));
        for (String type :
                List.of("dpop+jwt", "oauth-id-jag+jwt", "logout+jwt", "secevent+jwt", "JWE", "application/id+jwt")) {
            header("a JWT of type " + type, "is not an access token", h -> h.type(new JOSEObjectType(type)));
        }
        add(
                "a type that is not a string",
                "is not an access token",
                renamed("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"typ\":1}"));
    }

    private void json() {
        String kid = "\"kid\":\"rsa\"";
        add(
                "a header with alg twice",
                "the header is not acceptable JSON",
                renamed("{\"alg\":\"none\",\"alg\":\"RS256\"," + kid + "}"));
        add("a header that is no object", "the header is not a JSON object", renamed("[\"RS256\"]"));
        add("a header that is no JSON", "the header is not acceptable JSON", renamed("alg=RS256"));
        payload(
                "a payload with iss twice",
                "the payload is not acceptable JSON",
                payload().replace("{", "{\"iss\":\"https://evil.example\","));
        payload(
                "a payload with aud twice",
                "the payload is not acceptable JSON",
                payload().replace("{", "{\"aud\":\"x\","));
        payload("a payload that is no object", "the payload is not a JSON object", "[" + payload() + "]");
        payload("a payload that is no JSON", "the payload is not acceptable JSON", "iss=ann");
        payload("a payload with more behind it", "the payload is not acceptable JSON", payload() + "{}");
        payload("an empty payload", "the payload is not acceptable JSON", "");
        payload(
                "a payload in a hundred lists",
                "the payload is not acceptable JSON",
                payload().replace("\"ann\"", "[".repeat(100) + "]".repeat(100)));
        payload("a payload that is no UTF-8", "the payload is not acceptable JSON", new Payload(new byte[] {
            '{', '"', (byte) 0xff, '"', ':', '1', '}'
        }));
    }

    private void header(String what, String reason, Consumer<JWSHeader.Builder> change) {
        JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa");
        change.accept(header);
        add(what, reason, Issuer.sign(Issuer.rsa(), header.build(), issuer.claims()));
    }

    private void payload(String what, String reason, String payload) {
        payload(what, reason, new Payload(payload));
    }

    /** Adds a token with a valid signature and an invalid payload. */
    private void payload(String what, String reason, Payload payload) {
        try {
            JWSObject jws = new JWSObject(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa").build(), payload);
            jws.sign(new com.nimbusds.jose.crypto.RSASSASigner(Issuer.rsa()));
            add(what, reason, jws.serialize());
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private String payload() {
        Map<String, Object> claims = new LinkedHashMap<>(issuer.claims());
        return JSONObjectUtils.toJSONString(claims);
    }

    /** Returns a valid token with a different header. */
    private String renamed(String header) {
        return raw(header, payload(), issuer.token("mcp").split("\\.")[2]);
    }

    private static String raw(String header, String payload, String signature) {
        return Base64URL.encode(header) + "." + Base64URL.encode(payload) + "." + signature;
    }

    private String mac(JWSAlgorithm algorithm, byte[] key) {
        try {
            JWSObject jws =
                    new JWSObject(new JWSHeader.Builder(algorithm).keyID("rsa").build(), new Payload(payload()));
            jws.sign(new MACSigner(key));
            return jws.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] publicKey() {
        try {
            return Issuer.rsa().toRSAPublicKey().getEncoded();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String flipped(String signature) {
        char first = signature.charAt(0);
        return (first == 'A' ? 'B' : 'A') + signature.substring(1);
    }

    /** Changes the last character, whose two lowest bits are unused. */
    private static String respelled(String signature) {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        int last = alphabet.indexOf(signature.charAt(signature.length() - 1));
        return signature.substring(0, signature.length() - 1) + alphabet.charAt(last + 1);
    }
}
