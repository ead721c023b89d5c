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
final class InvalidTokens {
    private static final String ALGORITHM_NOT_ALLOWED = "is not allowed";
    private static final String SIGNATURE_WRONG = "the signature is wrong";

    private final List<InvalidToken> all = new ArrayList<>();
    private final Issuer issuer = new Issuer();

    private InvalidTokens() {}

    static List<InvalidToken> createAll() {
        InvalidTokens tokens = new InvalidTokens();
        tokens.addMalformedTokens();
        tokens.addInvalidAlgorithms();
        tokens.addInvalidSignatures();
        tokens.addInvalidHeaders();
        tokens.addInvalidJson();
        return tokens.all;
    }

    private void add(String description, String reason, String token) {
        all.add(new InvalidToken(description, reason, token));
    }

    private void addMalformedTokens() {
        String valid = issuer.issueToken("mcp");
        String[] parts = valid.split("\\.");
        add("not a JWT", "1 parts", "c29tZXRoaW5nLW9wYXF1ZQ");
        add("two parts", "2 parts", parts[0] + "." + parts[1]);
        add("four parts", "4 parts", valid + "." + parts[2]);
        add("five parts, as if encrypted", "5 parts", valid + "." + parts[1] + "." + parts[2]);
        add("dots only", "signature is missing", "..");
        add("nothing before the signature", "the header is", "." + parts[1] + "." + parts[2]);
        add(
                "a header of plain base64",
                "the header is not base64url",
                "ey+/" + parts[0] + "." + parts[1] + "." + parts[2]);
        add("a payload with padding inside", "2 parts", parts[0] + "." + parts[1] + "=");
        add("beyond the longest", "longer than", valid + "A".repeat(CompactJws.MAX_CHARS));
    }

    private void addInvalidAlgorithms() {
        for (String none : List.of("none", "None", "NONE", "nOnE")) {
            add(
                    "alg " + none + " without a signature",
                    "signature is missing",
                    join("{\"alg\":\"" + none + "\"}", createPayload(), ""));
            add(
                    "alg " + none + " with some signature",
                    ALGORITHM_NOT_ALLOWED,
                    join("{\"alg\":\"" + none + "\"}", createPayload(), "AAAA"));
        }
        add("HS256 by the public key", ALGORITHM_NOT_ALLOWED, createWithMac(JWSAlgorithm.HS256, publicKey()));
        add("HS384 by the public key", ALGORITHM_NOT_ALLOWED, createWithMac(JWSAlgorithm.HS384, publicKey()));
        add("HS512 by the public key", ALGORITHM_NOT_ALLOWED, createWithMac(JWSAlgorithm.HS512, publicKey()));
        add(
                "HS256 by the text of the key set",
                ALGORITHM_NOT_ALLOWED,
                createWithMac(JWSAlgorithm.HS256, Issuer.jwks().getBytes(StandardCharsets.UTF_8)));
        for (String name : List.of("ES256K", "EdDSA", "Ed25519", "RS1", "RS256 ", "rs256", "RSA-OAEP", "")) {
            add("alg " + name, ALGORITHM_NOT_ALLOWED, createWithHeader("{\"alg\":\"" + name + "\",\"kid\":\"rsa\"}"));
        }
        add("no alg", ALGORITHM_NOT_ALLOWED, createWithHeader("{\"kid\":\"rsa\"}"));
        add("alg that is not a string", ALGORITHM_NOT_ALLOWED, createWithHeader("{\"alg\":256,\"kid\":\"rsa\"}"));
        add("alg in a list", ALGORITHM_NOT_ALLOWED, createWithHeader("{\"alg\":[\"RS256\"],\"kid\":\"rsa\"}"));
        add(
                "an RSA signature said to be of a curve",
                "no key",
                createWithHeader("{\"alg\":\"ES256\",\"kid\":\"rsa\"}"));
        add(
                "another hash than was signed with",
                SIGNATURE_WRONG,
                createWithHeader("{\"alg\":\"RS512\",\"kid\":\"rsa\"}"));
        add(
                "another padding than was signed with",
                SIGNATURE_WRONG,
                createWithHeader("{\"alg\":\"PS256\",\"kid\":\"rsa\"}"));
    }

    private void addInvalidSignatures() {
        String valid = issuer.issueToken("mcp");
        String[] parts = valid.split("\\.");
        String content = parts[0] + "." + parts[1] + ".";
        add("stripped of its signature", "signature is missing", content);
        add("half a signature", SIGNATURE_WRONG, content + parts[2].substring(0, 200));
        add("a signature with one bit changed", SIGNATURE_WRONG, content + flipBit(parts[2]));
        add(
                "the signature of another token",
                SIGNATURE_WRONG,
                content + issuer.issueToken("other").split("\\.")[2]);
        add(
                "another spelling of the signature",
                "the signature is not base64url",
                content + changeUnusedBits(parts[2]));
        String changedPayload =
                Base64URL.encode(createPayload().replace("ann", "bob")).toString();
        add("a changed payload", SIGNATURE_WRONG, parts[0] + "." + changedPayload + "." + parts[2]);
        add(
                "signed by a key of the same name",
                SIGNATURE_WRONG,
                Issuer.sign(Issuer.foreignKey(), JWSAlgorithm.RS256, "at+jwt", issuer.claims()));
        add("an unknown key", "no key", createWithHeader("{\"alg\":\"RS256\",\"kid\":\"other\"}"));
        add("the name of a key of another kind", "no key", createWithHeader("{\"alg\":\"RS256\",\"kid\":\"ec\"}"));
        add("a path for a key's name", "no key", createWithHeader("{\"alg\":\"RS256\",\"kid\":\"../../dev/null\"}"));
        add(
                "a key's name that is not a string",
                "kid is not a string",
                createWithHeader("{\"alg\":\"RS256\",\"kid\":1}"));
        String ecHeader = "{\"alg\":\"ES256\",\"kid\":\"ec\"}";
        add(
                "a curve's signature of zeros",
                SIGNATURE_WRONG,
                join(ecHeader, createPayload(), Base64URL.encode(new byte[64]).toString()));
        add(
                "a curve's signature in DER",
                SIGNATURE_WRONG,
                join(
                        ecHeader,
                        createPayload(),
                        Base64URL.encode(new byte[] {48, 6, 2, 1, 1, 2, 1, 1}).toString()));
        add(
                "a private key's name without one",
                SIGNATURE_WRONG,
                join("{\"alg\":\"RS256\"}", createPayload(), parts[2]));
    }

    private void addInvalidHeaders() {
        addWithHeader("crit", "crit", h -> h.customParam("exp", 1).criticalParams(java.util.Set.of("exp")));
        add("an empty crit", "crit", createWithHeader("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"crit\":[]}"));
        add(
                "an unencoded payload",
                "crit",
                createWithHeader("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"b64\":false,\"crit\":[\"b64\"]}"));
        add("b64 without crit", "b64", createWithHeader("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"b64\":false}"));
        add("compression", "zip", createWithHeader("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"zip\":\"DEF\"}"));
        add("encryption", "enc", createWithHeader("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"enc\":\"A128GCM\"}"));
        JWSHeader headerWithKey = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .jwk(Issuer.foreignKey().toPublicJWK())
                .keyID("rsa")
                .build();
        add(
                "a key of its own",
                "contains a key: jwk",
                Issuer.sign(Issuer.foreignKey(), headerWithKey, issuer.claims()));
        addWithHeader(
                "the right key in the header",
                "contains a key: jwk",
                h -> h.jwk(Issuer.rsaKey().toPublicJWK()));
        addWithHeader(
                "a place of its own for keys",
                "the header contains a key: jku",
                h -> h.jwkURL(java.net.URI.create("https://evil.example/jwks")));
        addWithHeader(
                "a place of its own for certificates",
                "the header contains a key: x5u",
                h -> h.x509CertURL(java.net.URI.create("https://evil.example/c")));
        add(
                "certificates of its own",
                "the header contains a key: x5c",
                createWithHeader("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"x5c\":[\"AAAA\"]}"));
        for (String type :
                List.of("dpop+jwt", "oauth-id-jag+jwt", "logout+jwt", "secevent+jwt", "JWE", "application/id+jwt")) {
            addWithHeader("a JWT of type " + type, "is not an access token", h -> h.type(new JOSEObjectType(type)));
        }
        add(
                "a type that is not a string",
                "is not an access token",
                createWithHeader("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"typ\":1}"));
    }

    private void addInvalidJson() {
        String kid = "\"kid\":\"rsa\"";
        add(
                "a header with alg twice",
                "the header is not acceptable JSON",
                createWithHeader("{\"alg\":\"none\",\"alg\":\"RS256\"," + kid + "}"));
        add("a header that is no object", "the header is not a JSON object", createWithHeader("[\"RS256\"]"));
        add("a header that is no JSON", "the header is not acceptable JSON", createWithHeader("alg=RS256"));
        addWithPayload(
                "a payload with iss twice",
                "the payload is not acceptable JSON",
                createPayload().replace("{", "{\"iss\":\"https://evil.example\","));
        addWithPayload(
                "a payload with aud twice",
                "the payload is not acceptable JSON",
                createPayload().replace("{", "{\"aud\":\"x\","));
        addWithPayload("a payload that is no object", "the payload is not a JSON object", "[" + createPayload() + "]");
        addWithPayload("a payload that is no JSON", "the payload is not acceptable JSON", "iss=ann");
        addWithPayload("a payload with more behind it", "the payload is not acceptable JSON", createPayload() + "{}");
        addWithPayload("an empty payload", "the payload is not acceptable JSON", "");
        addWithPayload(
                "a payload in a hundred lists",
                "the payload is not acceptable JSON",
                createPayload().replace("\"ann\"", "[".repeat(100) + "]".repeat(100)));
        addWithPayload("a payload that is no UTF-8", "the payload is not acceptable JSON", new Payload(new byte[] {
            '{', '"', (byte) 0xff, '"', ':', '1', '}'
        }));
    }

    private void addWithHeader(String description, String reason, Consumer<JWSHeader.Builder> customizer) {
        JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa");
        customizer.accept(header);
        add(description, reason, Issuer.sign(Issuer.rsaKey(), header.build(), issuer.claims()));
    }

    private void addWithPayload(String description, String reason, String payload) {
        addWithPayload(description, reason, new Payload(payload));
    }

    /** Adds a token with a valid signature and an invalid payload. */
    private void addWithPayload(String description, String reason, Payload payload) {
        try {
            JWSObject jws = new JWSObject(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa").build(), payload);
            jws.sign(new com.nimbusds.jose.crypto.RSASSASigner(Issuer.rsaKey()));
            add(description, reason, jws.serialize());
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private String createPayload() {
        Map<String, Object> claims = new LinkedHashMap<>(issuer.claims());
        return JSONObjectUtils.toJSONString(claims);
    }

    /** Returns a valid token with a different header. */
    private String createWithHeader(String header) {
        return join(header, createPayload(), issuer.issueToken("mcp").split("\\.")[2]);
    }

    private static String join(String header, String payload, String signature) {
        return Base64URL.encode(header) + "." + Base64URL.encode(payload) + "." + signature;
    }

    private String createWithMac(JWSAlgorithm algorithm, byte[] key) {
        try {
            JWSObject jws =
                    new JWSObject(new JWSHeader.Builder(algorithm).keyID("rsa").build(), new Payload(createPayload()));
            jws.sign(new MACSigner(key));
            return jws.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] publicKey() {
        try {
            return Issuer.rsaKey().toRSAPublicKey().getEncoded();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String flipBit(String signature) {
        char first = signature.charAt(0);
        return (first == 'A' ? 'B' : 'A') + signature.substring(1);
    }

    /** Changes the last character, whose two lowest bits are unused. */
    private static String changeUnusedBits(String signature) {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        int last = alphabet.indexOf(signature.charAt(signature.length() - 1));
        return signature.substring(0, signature.length() - 1) + alphabet.charAt(last + 1);
    }
}
