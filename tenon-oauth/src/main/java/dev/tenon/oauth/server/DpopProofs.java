package dev.tenon.oauth.server;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.server.HttpHead;
import dev.tenon.server.StateKeys;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks proofs that a token belongs to whoever sends it (RFC 9449, sections 4.3 and 7). */
final class DpopProofs {
    private static final String HEADER = "DPoP";
    private static final String NONCE_HEADER = "DPoP-Nonce";
    private static final Duration SKEW = Duration.ofSeconds(10);
    private static final int LONGEST_ID = 512;
    private static final List<String> NOT_IN_HEADER = List.of("crit", "b64", "zip", "enc", "jku", "x5u", "x5c");

    private final DpopRules rules;
    private final String resource;
    private final String origin;
    private final Clock clock;
    private final ReplayCache used;
    private final @Nullable Nonces nonces;

    DpopProofs(DpopRules rules, URI resource, Clock clock) {
        this.rules = rules;
        this.resource = target(resource);
        this.origin = HttpUrls.origin(resource);
        this.clock = clock;
        this.used = new ReplayCache(clock, rules.proofAge().plus(SKEW), rules.mostProofs());
        StateKeys keys = rules.nonceKeys() == null ? StateKeys.random() : rules.nonceKeys();
        this.nonces = rules.nonces() ? new Nonces(keys, clock, rules.nonceAge()) : null;
    }

    /** What goes with an answer, so that the next proof can carry it. */
    Map<String, String> nonceHeader() {
        return nonces == null ? Map.of() : Map.of(NONCE_HEADER, nonces.current());
    }

    /**
     * Checks the proof that came with a token.
     *
     * @param boundKey the thumbprint of the key that the token is bound to
     * @throws InvalidProofException when it proves nothing
     * @throws VerifierUnavailableException when no more proofs can be remembered now
     */
    void check(HttpHead head, String token, String boundKey) {
        List<String> headers = head.headers().all(HEADER);
        if (headers.size() != 1) {
            throw InvalidProofException.because(headers.size() + " DPoP headers instead of one");
        }
        CompactJws proof;
        try {
            proof = CompactJws.parse(headers.get(0).strip());
            checkKey(proof, boundKey);
            checkClaims(head, new Claims(proof.claims()), token);
        } catch (InvalidTokenException e) {
            throw InvalidProofException.because("the proof: " + e.reason());
        }
        use(new Claims(proof.claims()).requiredText("jti"), boundKey);
    }

    private void checkKey(CompactJws proof, String boundKey) {
        Json header = proof.header();
        Json type = header.get("typ");
        if (type == null || !JwtVerifier.type(type.string()).equals("dpop+jwt")) {
            throw new InvalidTokenException("typ is not dpop+jwt");
        }
        String algorithm = header.string("alg");
        if (algorithm == null || !rules.algorithms().contains(algorithm)) {
            throw new InvalidTokenException("alg " + Quote.shortened(algorithm) + " is not allowed");
        }
        for (String name : NOT_IN_HEADER) {
            if (header.get(name) != null) {
                throw new InvalidTokenException("the header has " + name);
            }
        }
        JWK key = key(header.get("jwk"));
        if (!Signatures.fits(key, algorithm)) {
            throw new InvalidTokenException("jwk is private, weak, or no key for " + algorithm);
        }
        if (!thumbprint(key).equals(boundKey)) {
            throw new InvalidTokenException("jwk is not the key that the token is bound to");
        }
        if (!Signatures.isMadeBy(key, Signatures.header(proof), proof)) {
            throw new InvalidTokenException("the signature is wrong");
        }
    }

    private static JWK key(@Nullable Json jwk) {
        if (jwk == null || !jwk.isObject()) {
            throw new InvalidTokenException("jwk is missing");
        }
        try {
            JWK key = JWK.parse(jwk.toString());
            if (key instanceof RSAKey || key instanceof ECKey) {
                return key;
            }
        } catch (ParseException | RuntimeException e) {
            throw new InvalidTokenException("jwk is no key");
        }
        throw new InvalidTokenException("jwk is no key of RSA or of an elliptic curve");
    }

    private static String thumbprint(JWK key) {
        try {
            return key.computeThumbprint().toString();
        } catch (JOSEException e) {
            throw new InvalidTokenException("jwk has no thumbprint");
        }
    }

    private void checkClaims(HttpHead head, Claims claims, String token) {
        if (!claims.requiredText("htm").equals(head.method())) {
            throw new InvalidTokenException("htm " + Quote.shortened(claims.text("htm")) + " is another method");
        }
        URI named = HttpUrls.parse(claims.requiredText("htu"));
        String target = named == null ? null : target(named);
        if (target == null || !target.equals(resource) && !target.equals(origin + head.path())) {
            throw new InvalidTokenException("htu " + Quote.shortened(claims.text("htu")) + " is another address");
        }
        checkTime(claims);
        if (!claims.requiredText("ath").equals(Digests.base64(token))) {
            throw new InvalidTokenException("ath is of another token");
        }
        if (claims.requiredText("jti").length() > LONGEST_ID) {
            throw new InvalidTokenException("jti is too long");
        }
        if (nonces != null) {
            String nonce = claims.text("nonce");
            if (nonce == null || !nonces.isGood(nonce)) {
                throw InvalidProofException.nonce(nonce == null ? "no nonce" : "a nonce that is old or not from here");
            }
        }
    }

    /** Query and fragment of {@code htu} are not compared. */
    private static String target(URI uri) {
        return HttpUrls.origin(uri) + HttpUrls.normalize(uri).getRawPath();
    }

    private void checkTime(Claims claims) {
        Instant now = clock.instant();
        Instant made = claims.date("iat");
        if (made == null) {
            throw new InvalidTokenException("iat is missing");
        }
        if (made.isAfter(now.plus(SKEW)) || made.isBefore(now.minus(rules.proofAge()))) {
            throw new InvalidTokenException("made at " + made + ", which is not now");
        }
    }

    private void use(String id, String boundKey) {
        switch (used.use(boundKey, Digests.base64(id))) {
            case NEW -> {}
            case USED -> throw InvalidProofException.because("the proof was used before");
            case FULL -> throw new VerifierUnavailableException("Too many proofs are remembered", null);
        }
    }
}
