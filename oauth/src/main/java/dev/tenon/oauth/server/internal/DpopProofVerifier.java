package dev.tenon.oauth.server.internal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import dev.tenon.oauth.server.DpopPolicy;
import dev.tenon.oauth.server.InvalidTokenException;
import dev.tenon.oauth.server.JwtVerifier;
import dev.tenon.oauth.server.VerifierUnavailableException;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Verifies DPoP proofs, which show that the sender owns a token (RFC 9449, sections 4.3 and 7). */
public final class DpopProofVerifier {
    private static final String HEADER = "DPoP";
    private static final String NONCE_HEADER = "DPoP-Nonce";
    private static final Duration SKEW = Duration.ofSeconds(10);
    private static final int MAX_ID_CHARS = 512;
    private static final List<String> FORBIDDEN_HEADERS = List.of("crit", "b64", "zip", "enc", "jku", "x5u", "x5c");

    private final DpopPolicy policy;
    private final String resource;
    private final String origin;
    private final Clock clock;
    private final ReplayCache replayCache;
    private final @Nullable DpopNonceGenerator nonceGenerator;

    public DpopProofVerifier(DpopPolicy policy, URI resource, Clock clock) {
        this.policy = policy;
        this.resource = normalizeTarget(resource);
        this.origin = HttpUrls.origin(resource);
        this.clock = clock;
        this.replayCache = new ReplayCache(clock, policy.maxProofAge().plus(SKEW), policy.maxRememberedProofs());
        StateEncryptionKeys keys = policy.nonceKeys() == null ? StateEncryptionKeys.generate() : policy.nonceKeys();
        this.nonceGenerator = policy.requiresNonce() ? new DpopNonceGenerator(keys, clock, policy.maxNonceAge()) : null;
    }

    /** Returns the response header with the nonce for the next proof; empty if nonces are not required. */
    public Map<String, String> nonceHeader() {
        return nonceGenerator == null ? Map.of() : Map.of(NONCE_HEADER, nonceGenerator.currentNonce());
    }

    /**
     * Verifies the proof of a request and remembers it as used, so that a second call with the same proof fails.
     *
     * @param boundKey the thumbprint of the key to which the token is bound
     * @throws InvalidDpopProofException if the proof is invalid or was used before, or its nonce is missing, expired or
     *     unknown
     * @throws VerifierUnavailableException if too many proofs are remembered, in total or of this key
     */
    public void verifyAndMarkUsed(HttpRequestHead head, String token, String boundKey) {
        List<String> headers = head.headers().allValues(HEADER);
        if (headers.size() != 1) {
            throw InvalidDpopProofException.invalidProof(headers.size() + " DPoP headers instead of one");
        }
        CompactJws proof;
        try {
            proof = CompactJws.parse(headers.get(0).strip());
            checkHeaderAndSignature(proof, boundKey);
            checkClaims(head, new ClaimsReader(proof.claims()), token);
        } catch (InvalidTokenException e) {
            throw InvalidDpopProofException.invalidProof("the proof: " + e.reason());
        }
        markUsedOrReject(new ClaimsReader(proof.claims()).requiredText("jti"), boundKey);
    }

    /** Checks the type, algorithm and other headers, the key in the proof, and the signature by that key. */
    private void checkHeaderAndSignature(CompactJws proof, String boundKey) {
        Json header = proof.header();
        Json type = header.get("typ");
        if (type == null || !JwtVerifier.normalizeType(type.string()).equals("dpop+jwt")) {
            throw new InvalidTokenException("typ is not dpop+jwt");
        }
        String algorithm = header.string("alg");
        if (algorithm == null || !policy.algorithms().contains(algorithm)) {
            throw new InvalidTokenException("alg " + Excerpts.quote(algorithm) + " is not allowed");
        }
        proof.rejectHeaders(FORBIDDEN_HEADERS, "the header has ");
        JWK key = parseKey(header.get("jwk"));
        if (!SignatureVerifier.isCompatible(key, algorithm)) {
            throw new InvalidTokenException("jwk is private, weak, or not a key for " + algorithm);
        }
        if (!thumbprint(key).equals(boundKey)) {
            throw new InvalidTokenException("jwk is not the key to which the token is bound");
        }
        if (!SignatureVerifier.isValid(key, SignatureVerifier.parseHeader(proof), proof)) {
            throw new InvalidTokenException("the signature is wrong");
        }
    }

    private static JWK parseKey(@Nullable Json jwk) {
        if (jwk == null || !jwk.isObject()) {
            throw new InvalidTokenException("jwk is missing");
        }
        try {
            JWK key = JWK.parse(jwk.toString());
            if (key instanceof RSAKey || key instanceof ECKey) {
                return key;
            }
        } catch (ParseException | RuntimeException e) {
            throw new InvalidTokenException("jwk is not a key");
        }
        throw new InvalidTokenException("jwk is not an RSA or elliptic curve key");
    }

    private static String thumbprint(JWK key) {
        try {
            return key.computeThumbprint().toString();
        } catch (JOSEException e) {
            throw new InvalidTokenException("jwk has no thumbprint");
        }
    }

    private void checkClaims(HttpRequestHead head, ClaimsReader claims, String token) {
        if (!claims.requiredText("htm").equals(head.method())) {
            throw new InvalidTokenException(
                    "htm " + Excerpts.quote(claims.text("htm")) + " is not the method of the request");
        }
        URI uri = HttpUrls.parse(claims.requiredText("htu"));
        String target = uri == null ? null : normalizeTarget(uri);
        if (target == null || !target.equals(resource) && !target.equals(origin + head.path())) {
            throw new InvalidTokenException(
                    "htu " + Excerpts.quote(claims.text("htu")) + " is not the URL of the request");
        }
        checkIssuedAt(claims);
        if (!claims.requiredText("ath").equals(Sha256.base64Url(token))) {
            throw new InvalidTokenException("ath does not fit the token");
        }
        if (claims.requiredText("jti").length() > MAX_ID_CHARS) {
            throw new InvalidTokenException("jti is too long");
        }
        if (nonceGenerator != null) {
            String nonce = claims.text("nonce");
            if (nonce == null || !nonceGenerator.isValid(nonce)) {
                throw InvalidDpopProofException.nonceRequired(
                        nonce == null ? "nonce is missing" : "nonce is expired or unknown");
            }
        }
    }

    /** Normalizes a URL without query and fragment, which are not compared. */
    private static String normalizeTarget(URI uri) {
        return HttpUrls.origin(uri) + HttpUrls.normalize(uri).getRawPath();
    }

    private void checkIssuedAt(ClaimsReader claims) {
        Instant now = clock.instant();
        Instant issuedAt = claims.requiredDate("iat");
        if (issuedAt.isAfter(now.plus(SKEW)) || issuedAt.isBefore(now.minus(policy.maxProofAge()))) {
            throw new InvalidTokenException("iat " + issuedAt + " is too old or in the future");
        }
    }

    private void markUsedOrReject(String id, String boundKey) {
        switch (replayCache.markUsedAndGetStatus(boundKey, Sha256.base64Url(id))) {
            case NEW -> {}
            case USED -> throw InvalidDpopProofException.invalidProof("the proof was used before");
            case FULL ->
                throw new VerifierUnavailableException(
                        "Too many remembered DPoP proofs (limit: maxRememberedProofs)", null);
        }
    }
}
