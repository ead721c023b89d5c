package dev.tenon.oauth.server;

import dev.tenon.oauth.internal.SupportedSignatureAlgorithms;
import dev.tenon.server.StateEncryptionKeys;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The policy for DPoP proofs (RFC 9449), by which callers prove that they own a token. A token that is bound to a key
 * always requires a proof, regardless of this policy.
 *
 * @param required whether tokens that are not bound to a key are rejected
 * @param algorithms the allowed JWS algorithms of proofs
 * @param maxProofAge the maximum age of a proof, and the time for which used proofs are remembered
 * @param maxRememberedProofs the maximum number of remembered proofs, half of it for each key; beyond it, callers get
 *     503
 * @param requiresNonce whether a proof must contain a nonce of this server, which shows that it is recent
 * @param maxNonceAge the maximum age of a nonce
 * @param nonceKeys the keys for nonces, shared by all nodes of a service; null for a random key
 */
public record DpopPolicy(
        boolean required,
        Set<String> algorithms,
        Duration maxProofAge,
        int maxRememberedProofs,
        boolean requiresNonce,
        Duration maxNonceAge,
        @Nullable StateEncryptionKeys nonceKeys) {
    /**
     * The defaults: only bound tokens require a proof, of at most one minute; 100,000 proofs are remembered; no nonces.
     */
    public static final DpopPolicy DEFAULT = new DpopPolicy(
            false,
            SupportedSignatureAlgorithms.ALL,
            Duration.ofMinutes(1),
            100_000,
            false,
            Duration.ofMinutes(5),
            null);

    public DpopPolicy {
        algorithms = SupportedSignatureAlgorithms.requireSupported(algorithms);
        if (maxProofAge.toSeconds() < 1 || maxNonceAge.toSeconds() < 1 || maxRememberedProofs < 2) {
            throw new IllegalArgumentException(
                    "Invalid DpopPolicy: times must be at least one second, maxRememberedProofs at least 2");
        }
    }

    /** Returns a copy that requires a proof for every token. */
    public DpopPolicy withRequired() {
        return new DpopPolicy(
                true, algorithms, maxProofAge, maxRememberedProofs, requiresNonce, maxNonceAge, nonceKeys);
    }

    /**
     * Returns a copy that only allows these algorithms.
     *
     * @throws IllegalArgumentException if one is not supported
     */
    public DpopPolicy withAlgorithms(String... names) {
        return new DpopPolicy(
                required, Set.of(names), maxProofAge, maxRememberedProofs, requiresNonce, maxNonceAge, nonceKeys);
    }

    /** Returns a copy with this maximum age of a proof. */
    public DpopPolicy withMaxProofAge(Duration maxAge) {
        return new DpopPolicy(required, algorithms, maxAge, maxRememberedProofs, requiresNonce, maxNonceAge, nonceKeys);
    }

    /** Returns a copy with this maximum number of remembered proofs. */
    public DpopPolicy withMaxRememberedProofs(int max) {
        return new DpopPolicy(required, algorithms, maxProofAge, max, requiresNonce, maxNonceAge, nonceKeys);
    }

    /** Returns a copy that requires a nonce of at most this age in every proof. */
    public DpopPolicy withNonces(Duration maxAge) {
        return new DpopPolicy(required, algorithms, maxProofAge, maxRememberedProofs, true, maxAge, nonceKeys);
    }

    /** Returns a copy with nonces that all nodes with these keys accept; by default each node only accepts its own. */
    public DpopPolicy withNonceKeys(StateEncryptionKeys keys) {
        return new DpopPolicy(required, algorithms, maxProofAge, maxRememberedProofs, requiresNonce, maxNonceAge, keys);
    }
}
